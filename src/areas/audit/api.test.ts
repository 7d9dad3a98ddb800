import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { tableOfPartition } from "../../testing/database/remake-partitions.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { createRetrievalRequest } from "../medical/fixtures.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainPrepared } from "../../testing/database/explain.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { openPortal } from "../../testing/harness/requests/portal-calls.ts";
import type { Context } from "../../rpc/context.ts";
import { createManagedTenant, createMember, readSlug, signInMember, type SignedInMember } from "../team/fixtures.ts";
import type { AuditLine } from "./schema.ts";
import { selectAuditRows, type AuditConditions } from "./store.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let memberId = "";

interface Page {
  entries: AuditLine[];
  nextCursor: string | null;
}

beforeAll(async () => {
  server = await startOwnServer();
  ({ tenant, manager } = await createManagedTenant(server));
  memberId = await createMember(tenant, { firstName: "Ian", lastName: "Frost" });
  await manager.portal.mutate("members.update", { memberId, expectedRevision: 1, role: "billing" });
  const { requestId } = await createRetrievalRequest(tenant);
  expect((await openApi(server, tenant.secret).get(`/retrieval-requests/${requestId}`)).status).toBe(200);
  await manager.portal.mutate("members.transition", { toStatus: "deactivated", memberId, expectedRevision: 2 });
});
afterAll(() => server.close(1000));

const list = async (input: object = {}) =>
  (await manager.portal.query<Page>("audit.list", { limit: 200, ...input })).data;

describe("list", () => {
  test("shows actor, action, changes, time and origin, newest first", async () => {
    const { entries } = await list({ entity: "member" });
    expect(entries.slice(0, 2)).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        occurredAt: expect.any(String),
        action: "members.transition",
        actor: { type: "member", id: manager.memberId, name: "Margaret Okafor" },
        entity: "member",
        entityId: memberId,
        entityLabel: "Ian Frost",
        keyId: null,
        changes: {
          status: { from: "active", to: "deactivated" },
          deactivatedAt: { from: null, to: expect.any(String) },
        },
        requestId: expect.stringMatching(/^req_/),
        address: "127.0.0.1",
      },
      expect.objectContaining({ action: "members.update", changes: { role: { from: "paralegal", to: "billing" } } }),
    ]);
  });

  test("omits reads of records by default", async () => {
    expect((await list()).entries.map(({ entity }) => entity)).not.toContain("retrieval_request");
    const whole = await list({ securityOnly: false });
    const read = whole.entries.find(({ entity }) => entity === "retrieval_request");
    expect(read).toMatchObject({
      action: "retrievalRequests.get",
      actor: { type: "integration_key", id: tenant.keyId },
      changes: {},
      entityLabel: null,
    });
  });

  test("shows the current names of keys and elevated scopes, with a link to the key", async () => {
    const { organizationId } = tenant;
    const common = {
      organizationId,
      action: "x",
      actorType: "system",
      actorId: "system",
      actorName: "Caseport",
      requestId: "req_x",
    };
    await tenant.inside(async (transaction) => {
      await transaction
        .insertInto("ScopeRequest")
        .values({
          organizationId,
          id: "scr_1",
          keyId: tenant.keyId,
          scope: "medical:read",
          purpose: "To read records.",
          requestedBy: JSON.stringify({}),
          lapsesAt: new Date().toISOString(),
        })
        .execute();
      await transaction
        .insertInto("AuditEntry")
        .values([
          { ...common, id: "aud_0000000001", entity: "integration_key", entityId: tenant.keyId },
          { ...common, id: "aud_0000000002", entity: "scope_request", entityId: "scr_1" },
          { ...common, id: "aud_0000000003", entity: "user", entityId: manager.person.userId },
          { ...common, id: "aud_0000000004", entity: "organization", entityId: organizationId },
          { ...common, id: "aud_0000000005", entity: "user", entityId: "usr_of_others" },
        ])
        .execute();
    });
    const { entries } = await list({ actorId: "system" });
    expect(entries.map(({ entityLabel, keyId }) => [entityLabel, keyId])).toEqual([
      [null, null],
      ["Test Firm", null],
      ["Margaret Okafor", null],
      ["medical:read for Test key", tenant.keyId],
      ["Test key", tenant.keyId],
    ]);
  });

  test.each<[string, () => object, number]>([
    ["who", () => ({ actorId: manager.memberId, entity: "member" }), 2],
    [
      "a key, as actor and as record",
      () => ({ keyId: tenant.keyId, securityOnly: false, from: new Date(Date.now() - 3_600_000).toISOString() }),
      1,
    ],
    ["a name", () => ({ search: "ian FROST" }), 2],
    ["a name with a wildcard", () => ({ search: "%" }), 0],
    ["an IP address", () => ({ address: "127.0.0.1", entity: "member" }), 2],
    ["another IP address", () => ({ address: "192.0.2.77" }), 0],
    ["an unknown request", () => ({ requestId: "req_none" }), 0],
    ["an unknown person", () => ({ actorId: "mem_unknown" }), 0],
    ["what", () => ({ entity: "audit_trail" }), 0],
    ["after now", () => ({ from: new Date(Date.now() + 60_000).toISOString() }), 0],
    ["before the firm", () => ({ until: "2001-01-01T00:00:00Z", entity: "member" }), 0],
    [
      "a span",
      () => ({
        from: new Date(Date.now() - 3_600_000).toISOString(),
        until: new Date(Date.now() + 60_000).toISOString(),
        entity: "member",
      }),
      2,
    ],
  ])("by %s", async (_, filter, count) => {
    expect((await list(filter())).entries).toHaveLength(count);
  });

  test("by the request of an entry", async () => {
    const [entry] = (await list({ entity: "member" })).entries;
    expect((await list({ requestId: entry?.requestId })).entries).toContainEqual(entry);
  });

  test("includes the lower bound of a time range and excludes the upper bound", async () => {
    const { organizationId } = tenant;
    // 2020-01-01T00:00:00.000Z is 1577836800000, in Crockford's base 32 01DXF6DT00.
    const ids = [
      "aud_01dxf6dszzzzzzzzzzzzzzzzzz",
      "aud_01dxf6dt000000000000000000",
      "aud_01dxf6dt00zzzzzzzzzzzzzzzz",
      "aud_01dxf6dt010000000000000000",
    ];
    const entry = {
      organizationId,
      action: "bound",
      actorType: "system",
      actorId: "bound",
      actorName: "Caseport",
      entity: "member",
      entityId: "mem_x",
      requestId: "req_x",
    };
    await tenant.inside((transaction) =>
      transaction
        .insertInto("AuditEntry")
        .values(ids.map((id) => ({ ...entry, id })))
        .execute(),
    );
    const found = async (input: object) =>
      (await list({ actorId: "bound", ...input })).entries.map(({ id }) => id).toReversed();
    expect(await found({ from: "2020-01-01T00:00:00.000Z" })).toEqual(ids.slice(1));
    expect(await found({ until: "2020-01-01T00:00:00.001Z" })).toEqual(ids.slice(0, 3));
    expect(await found({ from: "2020-01-01T00:00:00.000Z", until: "2020-01-01T00:00:00.001Z" })).toEqual(
      ids.slice(1, 3),
    );
  });

  test("returns every entry exactly once across pages", async () => {
    const whole = (await list({ securityOnly: false })).entries;
    const paged: AuditLine[] = [];
    for (let after: string | undefined; ;) {
      const page = await list({ securityOnly: false, limit: 3, ...(after !== undefined && { after }) });
      paged.push(...page.entries);
      if (page.nextCursor === null) break;
      after = page.nextCursor;
    }
    expect(whole.length).toBeGreaterThan(6);
    expect(paged).toEqual(whole);
  });

  test.each([
    ["an end before its beginning", { from: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z" }],
    ["a day that is none", { from: "2026-02-30T00:00:00Z" }],
    ["a time before all ids", { from: "0001-01-01T00:00:00Z" }],
    ["a time after all ids", { until: "9999-12-31T00:00:00Z" }],
    ["too many", { limit: 201 }],
    ["a cursor of nothing", { after: "x" }],
    ["an unknown filter", { organizationId: "org_x" }],
  ])("%s is rejected", async (_, input) => {
    expect((await manager.portal.query("audit.list", input)).error?.data.code).toBe("VALIDATION_FAILED");
  });

  test("requires the permission and shows only the member's own organization", async () => {
    const attorney = await signInMember(server, tenant, { role: "attorney" });
    expect((await attorney.portal.query("audit.list")).error?.data.code).toBe("FORBIDDEN");
    const other = await createTenant(server.services.database);
    expect((await openPortal(server, manager.cookie, await readSlug(other)).query("audit.list")).error?.data.code).toBe(
      "NOT_FOUND",
    );
    const theirs = await createManagedTenant(server);
    const { data } = await theirs.manager.portal.query<Page>("audit.list", { securityOnly: false, limit: 200 });
    expect(data.entries.filter(({ actor }) => actor.id !== theirs.manager.memberId)).toEqual([]);
    const { nextCursor } = await list({ limit: 1 });
    expect((await theirs.manager.portal.query("audit.list", { after: nextCursor })).error?.data.code).toBe(
      "VALIDATION_FAILED",
    );
  });
});

test("an export records who exported how many entries of which period", async () => {
  const span = { from: "2026-01-01T00:00:00.000Z", until: null, rows: 1234 };
  expect((await manager.portal.mutate("audit.noteExport", span)).error).toBeUndefined();
  const [entry] = (await list({ entity: "audit_trail" })).entries;
  expect(entry).toMatchObject({
    action: "audit.noteExport",
    actor: { id: manager.memberId },
    changes: { from: { from: null, to: span.from }, rows: { from: null, to: 1234 } },
  });
  const attorney = await signInMember(server, tenant, { role: "attorney" });
  expect((await attorney.portal.mutate("audit.noteExport", span)).error?.data.code).toBe("FORBIDDEN");
});

/** So many entries, of which every so many-th is an act of security. */
const many = isFullExtent ? 200_000 : 20_000;
const rare = many / 200;

describe("with many entries", () => {
  let crowded: TestTenant;
  let owner: Client;

  beforeAll(async () => {
    crowded = await createTenant(server.services.database);
    owner = await server.connectOwner();
    // All but the acts of security are reads of records by one key.
    await owner.query(
      `INSERT INTO "AuditEntry" ("organizationId", id, action, "actorType", "actorId", "actorName", entity, "entityId", "requestId", address)
       SELECT $1, 'aud_' || lpad(n::text, 26, '0'), CASE WHEN n % $3 = 0 THEN 'serviceAccounts.revoke' ELSE 'retrievalRequests.get' END,
              'integration_key', $2, 'Test key', CASE WHEN n % $3 = 0 THEN 'integration_key' ELSE 'retrieval_request' END, $2, 'req_' || n, '192.0.2.1'
       FROM generate_series(1, $4::integer) n`,
      [crowded.organizationId, crowded.keyId, rare, many],
    );
    await owner.query(`ANALYZE "AuditEntry"`);
  });
  afterAll(() => owner.end());

  const idOf = (number: number) => `aud_${String(number).padStart(26, "0")}`;

  /** How many rows of the trail a page touches: as the application's role, with the one plan that serves all parameters. */
  async function countTouched(wanted: Partial<AuditConditions>): Promise<number> {
    const conditions = {
      before: undefined,
      least: undefined,
      bound: undefined,
      entity: undefined,
      actorId: undefined,
      keyId: undefined,
      requestId: undefined,
      address: undefined,
      search: undefined,
      securityOnly: true,
      limit: 51,
    };
    const context = { organizationId: crowded.organizationId } as Context;
    const scans = await explainPrepared(server, crowded, selectAuditRows(context, { ...conditions, ...wanted }), {
      planning: "force_generic_plan",
    });
    const touched = scans.filter(({ table, read }) => tableOfPartition(table) === "AuditEntry" && read > 0);
    // By key there are three ways to an entry. All are in one month.
    expect(touched.length).toBeLessThanOrEqual(wanted.keyId === undefined ? 1 : 3);
    return touched.reduce((sum, { read }) => sum + read, 0);
  }

  test.each<[string, () => Partial<AuditConditions>]>([
    ["acts of security", () => ({})],
    ["acts of security of a key that reads much", () => ({ actorId: crowded.keyId })],
    ["acts of security of a kind of record", () => ({ entity: "integration_key" })],
    ["everything", () => ({ securityOnly: false })],
    ["everything of one actor", () => ({ securityOnly: false, actorId: crowded.keyId })],
    ["everything with one kind of record", () => ({ securityOnly: false, entity: "integration_key" })],
    ["a page in the middle", () => ({ before: idOf(many / 2) })],
    ["what a key did and what was done to it", () => ({ keyId: crowded.keyId, limit: 20 })],
    ["a request", () => ({ securityOnly: false, requestId: "req_5000" })],
    ["acts of security from an IP address", () => ({ address: "192.0.2.1" })],
    ["acts of security on a key with a name", () => ({ search: "test KEY" })],
    ["a span", () => ({ least: idOf(many / 4), bound: idOf(many * 0.3) })],
  ])("a page of %s reads few more rows than it returns", async (_, wanted) => {
    expect(await countTouched(wanted())).toBeLessThanOrEqual(60);
  });
});
