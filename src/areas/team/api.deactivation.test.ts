import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { openPortal } from "../../testing/harness/requests/portal-calls.ts";
import { observeMails } from "../../testing/harness/seen-mails.ts";
import {
  createManagedTenant,
  createMember,
  readSlug,
  readTraces,
  signInMember,
  type SignedInMember,
} from "./fixtures.ts";
import type { DeactivationPreview } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startOwnServer();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

describe("deactivate", () => {
  /** An attorney with three keys: one that stops, one that does not, and one that is over. */
  async function arrangeAttorney(own: TestTenant) {
    const attorney = await signInMember(server, own, {
      firstName: "Ian",
      lastName: "Frost",
      role: "attorney",
      isAttorney: true,
    });
    const behind = { ...own, attorneyId: attorney.memberId };
    const stopping = await createKey(behind, {
      name: "Retrieval vendor",
      scopes: ["documents:write", "cases:read", "medical:write"],
    });
    const reading = await createKey(behind, { name: "Reader", scopes: ["cases:read"] });
    await createKey(behind, { name: "Revoked", revokedAt: new Date().toISOString(), revokeReason: "x" });
    return { attorney, stopping, reading };
  }

  test("previews which keys will fail, fails exactly those from the next request on, and records it", async () => {
    const { attorney, stopping, reading } = await arrangeAttorney(tenant);
    const { caseId } = await createCase(tenant);
    const folder = (name: string) =>
      openApi(server, stopping.secret).change("POST", `/cases/${caseId}/folders`, { name });
    expect((await folder("before")).status).toBe(201);
    const preview = await manager.portal.query<{ preview: DeactivationPreview }>("members.deactivationPreview.get", {
      memberId: attorney.memberId,
    });
    expect(preview.data.preview).toEqual({
      keyCount: 1,
      keys: [
        {
          id: stopping.keyId,
          name: "Retrieval vendor",
          keyPrefix: expect.any(String),
          stoppedScopes: ["documents:write", "medical:write"],
          isPaused: false,
          lastUsedAt: null,
        },
      ],
      openTaskCount: 0,
      overdueTaskCount: 0,
      openDeadlineCount: 0,
      upcomingEventCount: 0,
      leadCaseCount: 0,
      openLeadCount: 0,
      teamsLed: [],
      delegateOf: [],
      reportScheduleCount: 0,
      isLastOwner: false,
      isLastManager: false,
    });
    expect((await attorney.portal.query("members.list")).error).toBeUndefined();

    const reply = await manager.portal.mutate("members.transition", {
      toStatus: "deactivated",
      memberId: attorney.memberId,
      expectedRevision: 1,
    });
    expect(reply.data).toMatchObject({
      stoppedKeys: 1,
      member: { status: "deactivated", revision: 2, deactivatedAt: expect.any(String) },
    });
    expect((await folder("after")).body).toMatchObject({ code: "INTEGRATION_NOT_CONFIGURED" });
    expect((await openApi(server, stopping.secret).get(`/cases/${caseId}`)).status).toBe(200);
    expect((await openApi(server, reading.secret).get(`/cases/${caseId}`)).status).toBe(200);
    expect((await attorney.portal.query("members.list")).error?.data.code).toBe("NOT_FOUND");

    expect((await readTraces(tenant, attorney.memberId)).events).toMatchObject([{ eventType: "member.deactivated" }]);
    const { events, audited } = await readTraces(tenant, stopping.keyId);
    expect(events.at(-1)).toMatchObject({
      eventType: "integration_key.misconfigured",
      payload: { id: stopping.keyId },
    });
    expect(audited.at(-1)).toMatchObject({ action: "members.transition", actorId: manager.memberId });
  });

  test("gives the keys that would stop another acting attorney, or changes nothing", async () => {
    const own = await createManagedTenant(server);
    const { attorney, stopping, reading } = await arrangeAttorney(own.tenant);
    const { memberId: successor } = await signInMember(server, own.tenant, { role: "attorney", isAttorney: true });
    const paralegal = await createMember(own.tenant, { firstName: "Ann", lastName: "Lee" });
    const clerk = await signInMember(server, own.tenant, { role: "paralegal", permissions: ["members:manage"] });
    const deactivate = (by: SignedInMember, reassignKeysTo: string) =>
      by.portal.mutate("members.transition", {
        toStatus: "deactivated",
        memberId: attorney.memberId,
        expectedRevision: 1,
        reassignKeysTo,
      });
    for (const [by, to, code] of [
      [own.manager, paralegal, "VALIDATION_FAILED"],
      [own.manager, attorney.memberId, "VALIDATION_FAILED"],
      [clerk, successor, "FORBIDDEN"],
    ] as const) {
      expect((await deactivate(by, to)).error?.data.code).toBe(code);
    }
    expect((await deactivate(own.manager, successor)).data).toMatchObject({
      stoppedKeys: 0,
      reassignedKeys: 1,
      member: { status: "deactivated" },
    });
    const { caseId } = await createCase(own.tenant);
    expect(
      (await openApi(server, stopping.secret).change("POST", `/cases/${caseId}/folders`, { name: "after" })).status,
    ).toBe(201);
    const { events, audited } = await readTraces(own.tenant, stopping.keyId);
    expect(events.map(({ eventType }) => eventType)).not.toContain("integration_key.misconfigured");
    expect(events.at(-1)).toMatchObject({
      eventType: "integration_key.updated",
      payload: { actingAttorney: { attorneyId: successor } },
    });
    expect(audited.at(-1)).toMatchObject({ action: "members.transition", actorId: own.manager.memberId });
    expect((await readTraces(own.tenant, reading.keyId)).events).toEqual([]);
  });

  test("key managers are notified in the portal, except the one who deactivated", async () => {
    const own = await createManagedTenant(server);
    const colleague = await signInMember(server, own.tenant, { role: "owner" });
    const { attorney, stopping } = await arrangeAttorney(own.tenant);
    await own.manager.portal.mutate("members.transition", {
      toStatus: "deactivated",
      memberId: attorney.memberId,
      expectedRevision: 1,
    });
    const notices = await own.tenant.inside((transaction) =>
      transaction.selectFrom("Notification").select(["memberId", "kind", "keyId", "parameters"]).execute(),
    );
    expect(notices).toEqual([
      {
        memberId: colleague.memberId,
        kind: "integration_key.misconfigured",
        keyId: stopping.keyId,
        parameters: {
          attorneyName: "Ian Frost",
          keyCount: 1,
          keys: [{ keyName: "Retrieval vendor", stoppedScopes: ["documents:write", "medical:write"] }],
        },
      },
    ]);
  });

  test("of a member with many keys sends one notification to each recipient, at most five hundred", async () => {
    const own = await createManagedTenant(server);
    const { attorney } = await arrangeAttorney(own.tenant);
    const behind = { ...own.tenant, attorneyId: attorney.memberId };
    for (let count = 0; count < 40; count += 1)
      await createKey(behind, { name: `Key ${count}`, scopes: ["documents:write"] });
    await addAttorneys(own.tenant, 600);
    const chosen = await signInMember(server, own.tenant, { permissions: ["integrations:manage"] });
    const mails = await observeMails(server);
    try {
      const reply = await own.manager.portal.mutate("members.transition", {
        toStatus: "deactivated",
        memberId: attorney.memberId,
        expectedRevision: 1,
      });
      expect(reply.data).toMatchObject({ stoppedKeys: 41 });
      const notices = await own.tenant.inside((transaction) =>
        transaction.selectFrom("Notification").select(["memberId", "keyId", "parameters"]).execute(),
      );
      expect([notices.length, new Set(notices.map(({ memberId }) => memberId)).size]).toEqual([500, 500]);
      expect(notices.map(({ memberId }) => memberId)).toContain(chosen.memberId);
      expect(notices[0]).toMatchObject({
        keyId: null,
        parameters: { attorneyName: "Ian Frost", keyCount: 41, keys: { length: 20 } },
      });
      const sent = await mails.take();
      expect([sent.length, new Set(sent.map(({ to }) => to)).size]).toEqual([500, 500]);
      expect(sent[0]?.subject).toMatch(/^41 API keys need attention/);
    } finally {
      await mails.close();
    }
  });

  /** Attorneys with accounts, whom nobody signs in as: all look after keys. */
  async function addAttorneys(own: TestTenant, count: number): Promise<void> {
    const owner = await server.connectOwner();
    try {
      await owner.query(
        `WITH person AS (
           INSERT INTO "User" (id, name, email, "emailVerified", "createdAt", "updatedAt")
           SELECT $1 || n, 'Crowd', $1 || n || '@firm.example', true, now(), now() FROM generate_series(1, $2::integer) n RETURNING id, email
         )
         INSERT INTO "Member" ("organizationId", id, "userId", "firstName", "lastName", email, role, "isAttorney")
         SELECT $1, 'a_' || id, id, 'Crowd', 'Attorney', email, 'attorney', true FROM person`,
        [own.organizationId, count],
      );
    } finally {
      await owner.end();
    }
  }

  test("removing a member's attorney status fails the same keys", async () => {
    const { attorney, stopping } = await arrangeAttorney(tenant);
    await manager.portal.mutate("members.update", {
      memberId: attorney.memberId,
      expectedRevision: 1,
      isAttorney: false,
    });
    expect((await readTraces(tenant, stopping.keyId)).events).toMatchObject([
      { eventType: "integration_key.misconfigured" },
    ]);
  });

  test("a membership in another firm is unaffected", async () => {
    const other = await createTenant(server.services.database);
    const colleague = await signInMember(server, tenant);
    const memberId = await createMember(other);
    await changeRow(other, "Member", memberId, { userId: colleague.person.userId });
    await manager.portal.mutate("members.transition", {
      toStatus: "deactivated",
      memberId: colleague.memberId,
      expectedRevision: 1,
    });
    expect(
      (await openPortal(server, colleague.cookie, await readSlug(other)).query("members.list")).error,
    ).toBeUndefined();
    expect((await colleague.portal.query("members.list")).error?.data.code).toBe("NOT_FOUND");
  });

  test("rejects the member themselves, a repeated request and a stale revision", async () => {
    const input = { memberId: manager.memberId, expectedRevision: 1 };
    await signInMember(server, tenant, { role: "admin" });
    const own = await manager.portal.mutate("members.transition", { toStatus: "deactivated", ...input });
    expect(own.error).toMatchObject({ message: /yourself/, data: { code: "INVALID_STATE_TRANSITION" } });
    const memberId = await createMember(tenant);
    expect(
      (await manager.portal.mutate("members.transition", { toStatus: "deactivated", memberId, expectedRevision: 2 }))
        .error?.data.code,
    ).toBe("STALE_REVISION");
    expect(
      (await manager.portal.mutate("members.transition", { toStatus: "deactivated", memberId, expectedRevision: 1 }))
        .error,
    ).toBeUndefined();
    expect(
      (await manager.portal.mutate("members.transition", { toStatus: "deactivated", memberId, expectedRevision: 2 }))
        .error?.data.code,
    ).toBe("INVALID_STATE_TRANSITION");
  });

  test("the last member manager cannot be deactivated, and two cannot deactivate each other concurrently", async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await createManagedTenant(server);
      const second = await signInMember(server, own.tenant, { role: "owner" });
      const replies = await Promise.all([
        own.manager.portal.mutate("members.transition", {
          toStatus: "deactivated",
          memberId: second.memberId,
          expectedRevision: 1,
        }),
        second.portal.mutate("members.transition", {
          toStatus: "deactivated",
          memberId: own.manager.memberId,
          expectedRevision: 1,
        }),
      ]);
      expect(replies.filter(({ error }) => error === undefined)).toHaveLength(1);
    }
  });
});

describe("reactivate", () => {
  test("restores access, and the keys work again", async () => {
    const key = await createKey(tenant, { scopes: ["documents:write"] });
    const { caseId } = await createCase(tenant);
    const folder = (name: string) => openApi(server, key.secret).change("POST", `/cases/${caseId}/folders`, { name });
    const input = { memberId: tenant.attorneyId, expectedRevision: 1 };
    await manager.portal.mutate("members.transition", { toStatus: "deactivated", ...input });
    expect((await folder("a")).status).toBe(409);
    expect((await manager.portal.mutate("members.transition", { toStatus: "active", ...input })).error?.data.code).toBe(
      "STALE_REVISION",
    );
    const reply = await manager.portal.mutate("members.transition", {
      toStatus: "active",
      ...input,
      expectedRevision: 2,
    });
    expect(reply.data).toMatchObject({ member: { status: "active", deactivatedAt: null, revision: 3 } });
    expect((await folder("b")).status).toBe(201);
    expect(
      (await manager.portal.mutate("members.transition", { toStatus: "active", ...input, expectedRevision: 3 })).error
        ?.data.code,
    ).toBe("INVALID_STATE_TRANSITION");
  });

  test("a person with an account has access to the firm again", async () => {
    const colleague = await signInMember(server, tenant);
    await manager.portal.mutate("members.transition", {
      toStatus: "deactivated",
      memberId: colleague.memberId,
      expectedRevision: 1,
    });
    expect((await colleague.portal.query("members.list")).error?.data.code).toBe("NOT_FOUND");
    await manager.portal.mutate("members.transition", {
      toStatus: "active",
      memberId: colleague.memberId,
      expectedRevision: 2,
    });
    expect((await colleague.portal.query("members.list")).error).toBeUndefined();
  });

  test("rejects permissions beyond the manager's own", async () => {
    const keeper = await signInMember(server, tenant, { permissions: ["members:manage"] });
    const memberId = await createMember(tenant, { role: "owner", status: "deactivated" });
    expect(
      (await keeper.portal.mutate("members.transition", { toStatus: "active", memberId, expectedRevision: 1 })).error
        ?.data.code,
    ).toBe("FORBIDDEN");
  });
});
