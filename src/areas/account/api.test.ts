import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissions, rolePermissions } from "../../contract/permissions.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createPerson, signIn } from "../../testing/harness/identity.ts";
import { openPortal, type Portal } from "../../testing/harness/requests/portal-calls.ts";
import { createRequestingKey, signInAdministrator } from "../scope-requests/fixtures.ts";
import { createManagedTenant, createMember, readSlug, type SignedInMember } from "../team/fixtures.ts";
import type { AccountSession, AccountSummary } from "./schema.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

const read = async (portal: Portal) => (await portal.query<AccountSummary>("account.get")).data;
const listSessions = async (portal: Portal) =>
  (await portal.query<{ sessions: AccountSession[] }>("account.listSessions")).data.sessions;

describe("account", () => {
  test.each(["account.get", "account.listSessions"])(
    "%s rejects an anonymous caller with UNAUTHORIZED",
    async (procedure) => {
      expect((await openPortal(server, null).query(procedure)).error?.data).toMatchObject({
        code: "UNAUTHORIZED",
        reason: "sign_in",
      });
    },
  );

  test("shows the person and what they can do in each organization", async () => {
    const child = await createTenant(server.services.database);
    await createMember(child, { userId: manager.person.userId, role: "paralegal", permissions: ["audit:read"] });
    const shown = await read(manager.portal);
    expect(shown).toMatchObject({
      user: { id: manager.person.userId, name: "Margaret Okafor", email: manager.person.email },
      isPlatformAdministrator: false,
      twoFactorEnabled: true,
      secondFactorAt: expect.stringMatching(/Z$/),
      pendingScopeRequests: 0,
    });
    const places = Object.fromEntries(
      shown.memberships.map(({ organizationId, ...place }) => [
        organizationId,
        { slug: place.slug, role: place.role, permissions: place.permissions },
      ]),
    );
    expect(places).toEqual({
      [tenant.organizationId]: { slug: await readSlug(tenant), role: "admin", permissions },
      [child.organizationId]: {
        slug: await readSlug(child),
        role: "paralegal",
        permissions: [...rolePermissions.paralegal, "audit:read"],
      },
    });
  });

  test("marks a headquarters and its offices", async () => {
    const head = await createManagedTenant(server);
    const office = await createTenant(server.services.database);
    await createMember(office, { userId: head.manager.person.userId });
    const marks = async () =>
      new Map(
        (await read(head.manager.portal)).memberships.map(({ organizationId, isHeadquarters, isOffice }) => [
          organizationId,
          { isHeadquarters, isOffice },
        ]),
      );
    expect((await marks()).get(office.organizationId)).toEqual({ isHeadquarters: false, isOffice: false });
    await owner.query(`UPDATE "Organization" SET "isHeadquarters" = true WHERE id = $1`, [head.tenant.organizationId]);
    await owner.query(`UPDATE "Organization" SET "parentOrganizationId" = $2 WHERE id = $1`, [
      office.organizationId,
      head.tenant.organizationId,
    ]);
    expect((await marks()).get(head.tenant.organizationId)).toEqual({ isHeadquarters: true, isOffice: false });
    expect((await marks()).get(office.organizationId)).toEqual({ isHeadquarters: false, isOffice: true });
  });

  test("omits an organization as soon as the membership ends", async () => {
    const other = await createManagedTenant(server);
    expect((await read(other.manager.portal)).memberships).toHaveLength(1);
    await owner.query(`UPDATE "Member" SET status = 'deactivated' WHERE id = $1`, [other.manager.memberId]);
    expect((await read(other.manager.portal)).memberships).toEqual([]);
  });

  test("shows platform administrators how many requests are pending", async () => {
    const administrator = await signInAdministrator(server);
    const before = (await read(administrator.portal)).pendingScopeRequests;
    await createRequestingKey(manager.portal, tenant, ["medical:read", "clients:pii"]);
    expect(await read(administrator.portal)).toMatchObject({
      isPlatformAdministrator: true,
      memberships: [],
      pendingScopeRequests: before + 2,
    });
  });
});

describe("account sessions", () => {
  test("lists the person's own sessions with their origin, without tokens", async () => {
    const person = await createPerson(server);
    const portal = openPortal(server, await signIn(server, person));
    await signIn(server, person);
    await createPerson(server);
    const reply = await portal.query<{ sessions: AccountSession[] }>("account.listSessions");
    expect(reply.data.sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    expect(reply.data.sessions[0]?.address).toBe("127.0.0.1");
    const { rows } = await owner.query<{ token: string }>(`SELECT token FROM "Session" WHERE "userId" = $1`, [
      person.userId,
    ]);
    expect(rows).toHaveLength(2);
    for (const { token } of rows) expect(reply.text).not.toContain(token);
  });

  test("ending a session takes effect at once and is recorded in the organizations' audit logs", async () => {
    const secondCookie = await signIn(server, manager.person);
    const second = openPortal(server, secondCookie);
    const current = (await listSessions(second)).find(({ isCurrent }) => isCurrent);
    expect((await manager.portal.mutate("account.endSession", { sessionId: current?.id })).status).toBe(200);
    expect((await second.query("account.get")).error?.data.code).toBe("UNAUTHORIZED");
    expect((await manager.portal.query("account.get")).status).toBe(200);
    const { rows } = await owner.query(
      `SELECT entity, "entityId", "actorId" FROM "AuditEntry" WHERE action = 'session.ended' AND "organizationId" = $1`,
      [tenant.organizationId],
    );
    expect(rows).toEqual([{ entity: "user", entityId: manager.person.userId, actorId: manager.memberId }]);
    expect((await manager.portal.mutate("account.endSession", { sessionId: current?.id })).error?.data.code).toBe(
      "NOT_FOUND",
    );
  });

  test("omits ended sessions", async () => {
    for (const [isPlatformAdministrator, ending] of [
      [true, `"lastSeenAt" = now() - interval '16 minutes'`],
      [false, `"secondFactorAt" = NULL`],
      [false, `"createdAt" = now() - interval '13 hours'`],
    ] as const) {
      const person = await createPerson(server, { isPlatformAdministrator });
      await signIn(server, person);
      await owner.query(`UPDATE "Session" SET ${ending} WHERE "userId" = $1`, [person.userId]);
      const portal = openPortal(server, await signIn(server, person));
      expect((await listSessions(portal)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    }
  });

  test("ending a session rolls back when the audit entry cannot be written", async () => {
    const own = await createManagedTenant(server);
    const second = openPortal(server, await signIn(server, own.manager.person));
    const current = (await listSessions(second)).find(({ isCurrent }) => isCurrent);
    await owner.query(`ALTER TABLE "AuditEntry" ADD CONSTRAINT no_ends CHECK (action <> 'session.ended') NOT VALID`);
    try {
      expect((await own.manager.portal.mutate("account.endSession", { sessionId: current?.id })).status).toBe(500);
      expect((await second.query("account.get")).status).toBe(200);
    } finally {
      await owner.query(`ALTER TABLE "AuditEntry" DROP CONSTRAINT no_ends`);
    }
    expect((await own.manager.portal.mutate("account.endSession", { sessionId: current?.id })).status).toBe(200);
    expect((await second.query("account.get")).status).toBe(401);
  });

  test("another person's session is not found and stays active", async () => {
    const stranger = await createManagedTenant(server);
    const [theirs] = await listSessions(stranger.manager.portal);
    expect((await manager.portal.mutate("account.endSession", { sessionId: theirs?.id })).error?.data.code).toBe(
      "NOT_FOUND",
    );
    expect((await stranger.manager.portal.query("account.get")).status).toBe(200);
  });
});
