import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissions, rolePermissions } from "../../contract/permissions.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createPerson } from "../../testing/harness/identity.ts";
import { openPortal } from "../../testing/harness/requests/portal-calls.ts";
import {
  createManagedTenant,
  createMember,
  readSlug,
  readTraces,
  signInMember,
  type SignedInMember,
} from "./fixtures.ts";
import type { Member } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

interface Page {
  members: Member[];
  nextCursor: string | null;
}

const list = async (by: SignedInMember, input: object = {}) =>
  (await by.portal.query<Page>("members.list", { limit: 200, ...input })).data;

async function readMember(by: SignedInMember, memberId: string): Promise<Member> {
  const found = (await list(by)).members.find(({ id }) => id === memberId);
  if (found === undefined) throw new Error("not in the team");
  return found;
}

describe("list", () => {
  let own: { tenant: TestTenant; manager: SignedInMember };
  beforeAll(async () => {
    own = await createManagedTenant(server);
    for (const lastName of ["adler", "Brandt", "ABEL", "Zorn", "Brandt"])
      await createMember(own.tenant, { lastName, firstName: "Bo" });
    await createMember(own.tenant, { lastName: "Gone", status: "deactivated", email: "gone@old.example" });
  });

  test("returns every member once, by name regardless of case, in pages", async () => {
    const whole = await list(own.manager);
    expect(whole.nextCursor).toBeNull();
    expect(whole.members).toHaveLength(8);
    const names = whole.members.map(({ lastName }) => lastName);
    expect(names.indexOf("adler")).toBeLessThan(names.indexOf("Brandt"));
    expect(names.at(-1)).toBe("Zorn");
    const paged: Member[] = [];
    for (let after: string | undefined; ;) {
      const page = await list(own.manager, { limit: 3, ...(after !== undefined && { after }) });
      paged.push(...page.members);
      if (page.nextCursor === null) break;
      after = page.nextCursor;
    }
    expect(paged).toEqual(whole.members);
  });

  test.each([
    [{ q: "BRAN" }, 2],
    [{ q: "bo adl" }, 1],
    [{ q: "adler, BO" }, 1],
    [{ q: "adler b’o" }, 1],
    [{ q: "goné old" }, 1],
    [{ q: "gone adler" }, 0],
    [{ q: "gone@old" }, 1],
    [{ q: "100%_" }, 0],
    [{ status: "deactivated" }, 1],
    [{ status: "invited" }, 0],
  ])("the search %j returns %d members", async (filter, count) => {
    expect((await list(own.manager, filter)).members).toHaveLength(count);
  });

  test("shows role and granted permissions, account, second factor, and the keys that act for an attorney", async () => {
    const members = (await list(own.manager)).members;
    expect(members.find(({ id }) => id === own.manager.memberId)).toMatchObject({
      role: "admin",
      permissions: [],
      effectivePermissions: permissions,
      hasAccount: true,
      twoFactorEnabled: true,
      actingForKeyCount: 0,
    });
    expect(members.find(({ id }) => id === own.tenant.attorneyId)).toMatchObject({
      isAttorney: true,
      hasAccount: false,
      twoFactorEnabled: null,
      actingForKeyCount: 1,
    });
    const plain = await signInMember(
      server,
      own.tenant,
      { role: "assistant", permissions: ["audit:read"] },
      { hasSecondFactor: false },
    );
    expect(await readMember(own.manager, plain.memberId)).toMatchObject({
      effectivePermissions: ["tasks:view", "audit:read"],
      twoFactorEnabled: false,
    });
    // Whose account has no second factor is nobody else's business.
    expect((await list(plain)).members.map(({ twoFactorEnabled }) => twoFactorEnabled)).toEqual(
      Array.from({ length: 9 }, () => null),
    );
  });

  test("rejects a caller without a session, a member of another firm, and a cursor of another firm", async () => {
    const slug = await readSlug(own.tenant);
    expect((await openPortal(server, null, slug).query("members.list")).error?.data.code).toBe("UNAUTHORIZED");
    const foreign = await openPortal(server, manager.cookie, slug).query("members.list");
    const unknown = await openPortal(server, manager.cookie, "no-such-firm").query("members.list");
    expect(foreign.error?.data.code).toBe("NOT_FOUND");
    expect(foreign.text.replaceAll(slug, "")).toBe(unknown.text);
    const { nextCursor } = await list(own.manager, { limit: 1 });
    expect((await manager.portal.query("members.list", { after: nextCursor })).error?.data.code).toBe(
      "VALIDATION_FAILED",
    );
  });
});

describe("who may change the team", () => {
  const calls = (memberId: string): [string, object][] => [
    ["members.update", { memberId, expectedRevision: 1, role: "assistant" }],
    ["members.transition", { toStatus: "deactivated", memberId, expectedRevision: 1 }],
    ["members.transition", { toStatus: "active", memberId, expectedRevision: 1 }],
    ["members.create", { firstName: "A", lastName: "B", email: "a.b@new.example", role: "assistant" }],
  ];

  test("requires the permission to manage members", async () => {
    const attorney = await signInMember(server, tenant, { role: "attorney", isAttorney: true });
    const memberId = await createMember(tenant);
    for (const [name, input] of calls(memberId))
      expect([name, (await attorney.portal.mutate(name, input)).error?.data.code]).toEqual([name, "FORBIDDEN"]);
    expect((await attorney.portal.query("members.deactivationPreview.get", { memberId })).error?.data.code).toBe(
      "FORBIDDEN",
    );
    expect(await readMember(manager, memberId)).toMatchObject({ revision: 1, role: "paralegal", status: "active" });
  });

  test("requires a second factor confirmed within ten minutes", async () => {
    const without = await signInMember(server, tenant, { role: "admin" }, { hasSecondFactor: false });
    const late = await signInMember(server, tenant, { role: "admin" });
    await server.services.database.withoutTenant
      .updateTable("Session")
      .set({ secondFactorAt: new Date(Date.now() - 11 * 60_000).toISOString() })
      .where("userId", "=", late.person.userId)
      .execute();
    const memberId = await createMember(tenant);
    for (const [name, input] of calls(memberId)) {
      expect((await without.portal.mutate(name, input)).error?.data).toMatchObject({
        code: "FORBIDDEN",
        reason: "enroll",
      });
      expect((await late.portal.mutate(name, input)).error?.data).toMatchObject({
        code: "FORBIDDEN",
        reason: "confirm",
      });
    }
    expect(await readMember(manager, memberId)).toMatchObject({ revision: 1 });
  });

  test("a member of another firm is not found", async () => {
    const other = await createTenant(server.services.database);
    for (const [name, input] of calls(other.attorneyId).slice(0, 3)) {
      expect((await manager.portal.mutate(name, input)).error).toMatchObject({
        message: "Member not found",
        data: { code: "NOT_FOUND" },
      });
    }
    expect(
      (await manager.portal.query("members.deactivationPreview.get", { memberId: other.attorneyId })).error?.data.code,
    ).toBe("NOT_FOUND");
  });
});

describe("update", () => {
  test("changes role, attorney and permissions, with event and audit entry", async () => {
    const memberId = await createMember(tenant);
    const reply = await manager.portal.mutate<{ member: Member }>("members.update", {
      memberId,
      expectedRevision: 1,
      role: "of_counsel",
      isAttorney: true,
      permissions: ["integrations:manage"],
    });
    expect(reply.data.member).toMatchObject({
      role: "of_counsel",
      isAttorney: true,
      effectivePermissions: [...rolePermissions.of_counsel, "integrations:manage"],
      revision: 2,
    });
    const { events, audited } = await readTraces(tenant, memberId);
    const diff = {
      role: { from: "paralegal", to: "of_counsel" },
      isAttorney: { from: false, to: true },
      permissions: { from: [], to: ["integrations:manage"] },
    };
    expect(events).toMatchObject([
      {
        eventType: "member.updated",
        diff,
        payload: { role: "of_counsel" },
        actor: { type: "member", id: manager.memberId, name: "Margaret Okafor" },
      },
    ]);
    expect(audited).toMatchObject([{ action: "members.update", actorId: manager.memberId, changes: diff }]);
  });

  test("permissions apply from the next request", async () => {
    const colleague = await signInMember(server, tenant);
    expect((await colleague.portal.query("audit.list")).error?.data.code).toBe("FORBIDDEN");
    await manager.portal.mutate("members.update", {
      memberId: colleague.memberId,
      expectedRevision: 1,
      permissions: ["audit:read"],
    });
    expect((await colleague.portal.query("audit.list")).error).toBeUndefined();
    await manager.portal.mutate("members.update", {
      memberId: colleague.memberId,
      expectedRevision: 2,
      permissions: [],
    });
    expect((await colleague.portal.query("audit.list")).error?.data.code).toBe("FORBIDDEN");
  });

  test.each<[string, object, string]>([
    ["an unknown permission", { permissions: ["members:own"] }, "VALIDATION_FAILED"],
    ["a permission twice", { permissions: ["audit:read", "audit:read"] }, "VALIDATION_FAILED"],
    ["an unknown role", { role: "emperor" }, "VALIDATION_FAILED"],
    ["nothing to change", {}, "VALIDATION_FAILED"],
    ["something else", { status: "active", role: "assistant" }, "VALIDATION_FAILED"],
    ["an old revision", { role: "assistant", expectedRevision: 7 }, "STALE_REVISION"],
  ])("%s is rejected", async (_, changes, code) => {
    const memberId = await createMember(tenant);
    expect(
      (await manager.portal.mutate("members.update", { memberId, expectedRevision: 1, ...changes })).error?.data.code,
    ).toBe(code);
    expect(await readTraces(tenant, memberId)).toEqual({ events: [], audited: [] });
  });

  test("of two concurrent updates one is stale", async () => {
    const memberId = await createMember(tenant);
    const replies = await Promise.all(
      ["assistant", "billing"].map((role) =>
        manager.portal.mutate("members.update", { memberId, expectedRevision: 1, role }),
      ),
    );
    expect(replies.map(({ error }) => error?.data.code ?? "done").toSorted()).toEqual(["STALE_REVISION", "done"]);
  });

  test("a member cannot grant a role or permission they do not hold, to others or to themselves", async () => {
    const keeper = await signInMember(server, tenant, { permissions: ["members:manage"] });
    const memberId = await createMember(tenant);
    for (const changes of [{ permissions: ["audit:read"] }, { role: "owner" }]) {
      expect(
        (await keeper.portal.mutate("members.update", { memberId, expectedRevision: 1, ...changes })).error?.data.code,
      ).toBe("FORBIDDEN");
      expect(
        (await keeper.portal.mutate("members.update", { memberId: keeper.memberId, expectedRevision: 1, ...changes }))
          .error?.data.code,
      ).toBe("FORBIDDEN");
    }
    const invitation = { firstName: "A", lastName: "B", email: "beyond@new.example", role: "admin" };
    expect((await keeper.portal.mutate("members.create", invitation)).error?.data.code).toBe("FORBIDDEN");
    const held = await keeper.portal.mutate<{ member: Member }>("members.update", {
      memberId,
      expectedRevision: 1,
      permissions: ["members:manage"],
    });
    expect(held.data.member.effectivePermissions).toEqual([...rolePermissions.paralegal, "members:manage"]);
  });

  test("the last member manager cannot lose the permission", async () => {
    const own = await createManagedTenant(server);
    const demote = { memberId: own.manager.memberId, expectedRevision: 1, role: "paralegal" };
    // Nobody can sign in as this one.
    await createMember(own.tenant, { role: "owner" });
    await createMember(own.tenant, { role: "owner", status: "deactivated" });
    expect((await own.manager.portal.mutate("members.update", demote)).error?.data.code).toBe(
      "INVALID_STATE_TRANSITION",
    );
    await signInMember(server, own.tenant, { permissions: ["members:manage"] });
    expect((await own.manager.portal.mutate("members.update", demote)).error).toBeUndefined();
  });
});

test("the account of a person who is not a member is not listed", async () => {
  const person = await createPerson(server);
  expect((await list(manager)).members.map(({ email }) => email)).not.toContain(person.email);
});
