import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createPerson, signIn } from "../../testing/harness/identity.ts";
import { openPortal, type Portal } from "../../testing/harness/requests/portal-calls.ts";
import type { AccountSummary } from "../account/schema.ts";
import { createManagedTenant, readSlug, readTraces } from "./fixtures.ts";
import type { Member } from "./schema.ts";

/** The firm that invites, and a person who has to do with another firm already. */
let server: TestServer;
let owner: Client;
let inviting: Awaited<ReturnType<typeof createManagedTenant>>;
let home: Awaited<ReturnType<typeof createManagedTenant>>;
let invited: Member;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
});
afterAll(() => server.close(1000));
beforeEach(async () => {
  [inviting, home] = [await createManagedTenant(server), await createManagedTenant(server)];
  invited = await invite(home.manager.person.email);
});

const invite = async (email: string) =>
  (
    await inviting.manager.portal.mutate<{ member: Member }>("members.create", {
      firstName: "Sam",
      lastName: "Elsewhere",
      email,
      role: "admin",
    })
  ).data.member;

/** The invited person as the inviting firm's manager sees one. */
const look = async (memberId = invited.id) =>
  (await inviting.manager.portal.query<{ members: Member[] }>("members.list", { limit: 200 })).data.members.find(
    ({ id }) => id === memberId,
  );

const listInvitations = async (portal: Portal) => (await portal.query<AccountSummary>("account.get")).data.invitations;
const join = (portal: Portal, { tenant } = inviting) =>
  portal.mutate("account.acceptInvitation", { organizationId: tenant.organizationId });
const move = (toStatus: string, expectedRevision: number) =>
  inviting.manager.portal.mutate<{ member: Member }>("members.transition", {
    memberId: invited.id,
    toStatus,
    expectedRevision,
  });

/** What the inviting firm's audit log says of the person's account. */
async function listAccountActs(userId: string): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    `SELECT action FROM "AuditEntry" WHERE "organizationId" = $1 AND entity = 'user' AND "entityId" = $2 ORDER BY id`,
    [inviting.tenant.organizationId, userId],
  );
  return rows.map(({ action }) => action);
}

describe("a member of another firm", () => {
  test("joins only by accepting, not by signing in, and the firm learns nothing before", async () => {
    const { person } = home.manager;
    const portal = openPortal(server, await signIn(server, person), await readSlug(inviting.tenant));
    expect(await look()).toMatchObject({ status: "invited", twoFactorEnabled: null });
    expect(await listAccountActs(person.userId)).toEqual([]);
    expect((await portal.query("members.list")).error?.data.code).toBe("NOT_FOUND");
    expect(await listInvitations(portal)).toEqual([
      { organizationId: inviting.tenant.organizationId, organizationName: "Test Firm" },
    ]);

    expect((await join(portal)).data).toEqual({});
    expect(await look()).toMatchObject({ status: "active", twoFactorEnabled: true, revision: 2 });
    expect((await portal.query("members.list")).error).toBeUndefined();
    expect(await listInvitations(portal)).toEqual([]);
    const { events, audited } = await readTraces(inviting.tenant, invited.id);
    expect(events.at(-1)).toMatchObject({
      eventType: "member.updated",
      diff: { status: { from: "invited", to: "active" } },
      actor: { id: invited.id, name: "Sam Elsewhere" },
    });
    expect(audited.at(-1)).toMatchObject({ action: "team.acceptInvitation", actorId: invited.id });
    expect((await join(portal)).error?.data.code).toBe("NOT_FOUND");
    await signIn(server, person);
    expect(await listAccountActs(person.userId)).toEqual(["sign_in.succeeded"]);
  });

  test("cannot join while the invitation is withdrawn, and rejoins without accepting after having accepted once", async () => {
    const { portal, person } = home.manager;
    await move("deactivated", 1);
    expect(await look()).toMatchObject({ status: "deactivated", twoFactorEnabled: null });
    expect(await listInvitations(portal)).toEqual([]);
    expect((await join(portal)).error?.data.code).toBe("NOT_FOUND");
    expect((await move("active", 2)).data.member).toMatchObject({ status: "invited", twoFactorEnabled: null });
    await signIn(server, person);
    expect(await look()).toMatchObject({ status: "invited" });
    // Whoever has joined once comes back without being asked, and is not watched in between.
    await join(portal);
    await move("deactivated", 4);
    expect(await look()).toMatchObject({ status: "deactivated", twoFactorEnabled: null });
    expect((await move("active", 5)).data.member).toMatchObject({ status: "active", twoFactorEnabled: true });
  });

  test("the database rejects an active member who has not accepted", async () => {
    await expect(
      owner.query(`UPDATE "Member" SET status = 'active' WHERE id = $1`, [invited.id]),
    ).rejects.toMatchObject({ constraint: "Member_accepted" });
  });
});

test("a platform administrator must accept as well", async () => {
  const administrator = await createPerson(server, { isPlatformAdministrator: true });
  const { id } = await invite(administrator.email);
  const portal = openPortal(server, await signIn(server, administrator));
  expect(await look(id)).toMatchObject({ status: "invited" });
  expect(await listInvitations(portal)).toHaveLength(1);
});

describe("accepting an invitation is rejected", () => {
  test("for somebody else's invitation, for an unknown organization and without a session", async () => {
    expect((await join(inviting.manager.portal)).error?.data.code).toBe("NOT_FOUND");
    expect((await join(inviting.manager.portal, home)).error?.data.code).toBe("NOT_FOUND");
    expect(
      (await home.manager.portal.mutate("account.acceptInvitation", { organizationId: "org_x" })).error?.data.code,
    ).toBe("NOT_FOUND");
    expect((await join(openPortal(server, null))).error?.data).toMatchObject({
      code: "UNAUTHORIZED",
      reason: "sign_in",
    });
    expect(await look()).toMatchObject({ status: "invited" });
  });
});
