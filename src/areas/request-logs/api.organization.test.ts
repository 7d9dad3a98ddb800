import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { describeLoggedRequest, explainRejection, listOrganizationRequests, listRequests } from "./domain.ts";
import { contextOf, logRequests, noteOf } from "./fixtures.ts";
import type { OrganizationRequestFilter } from "./schema.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let database: Database;
let owner: Client;
let applicationUrl = "";
let tenant: TestTenant;

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  tenant = await createTenant(database);
});
afterAll(async () => {
  await database.close();
  await owner.end();
});

describe("the organization's requests", () => {
  const all = (filter: Partial<OrganizationRequestFilter> = {}, of = tenant) =>
    of.inside((transaction) => listOrganizationRequests(contextOf(of, transaction), { limit: 50, ...filter }));

  test("are those of all its keys, with their names, by every filter", async () => {
    const { keyId } = await createKey(tenant, { name: "Vendor sync" });
    const other = await createTenant(database);
    const begun = Date.now() - 3_600_000;
    const after = (milliseconds: number) => new Date(begun + milliseconds).toISOString();
    const rejected = { status: 409, code: "STALE_REVISION", rejectedBy: "domain", reason: "stale_revision" } as const;
    await logRequests(applicationUrl, [
      noteOf(tenant, { requestId: "a", occurredAt: begun }),
      noteOf({ ...tenant, keyId }, { requestId: "b", occurredAt: begun + 1, address: "2001:db8::1" }),
      noteOf({ ...tenant, keyId }, { requestId: "c", occurredAt: begun + 2, route: "/clients", ...rejected }),
      noteOf(tenant, {
        requestId: "d",
        occurredAt: begun + 3,
        status: 500,
        code: "INTERNAL_ERROR",
        rejectedBy: "server",
        reason: "internal_error",
      }),
      noteOf(other, { requestId: "foreign" }),
    ]);
    const found = async (filter: Partial<OrganizationRequestFilter>) =>
      (await all(filter)).requests.map(({ requestId }) => requestId).join("");
    expect((await all()).requests.map(({ requestId, keyName }) => [requestId, keyName]).slice(1, 3)).toEqual([
      ["c", "Vendor sync"],
      ["b", "Vendor sync"],
    ]);
    expect(
      await Promise.all([
        found({}),
        found({ keyId }),
        found({ status: "2xx" }),
        found({ status: "4xx" }),
        found({ status: "5xx" }),
        found({ status: "409" }),
        found({ reason: "stale_revision" }),
        found({ reason: "stale_revision", keyId }),
        found({ route: "/clients" }),
        found({ address: "2001:db8::1" }),
        found({ from: after(2) }),
        found({ until: after(1) }),
        found({ route: "/cases/case_01" }),
        found({ method: "GET" }),
        found({ method: "POST" }),
        found({ q: "CLIENTS" }),
        found({ q: "/cases/case_01" }),
        found({ q: "stale_rev" }),
        found({ q: "b" }),
        found({ q: "b", keyId: tenant.keyId }),
        found({ q: "foreign" }),
      ]),
    ).toEqual("dcba cb ba c d c c c c b dc a dba dcba - c dba c b - -".split(" ").map((each) => each.replace("-", "")));
    const { nextCursor } = await all({ limit: 1 });
    expect((await all({ limit: 1, after: nextCursor ?? "" })).requests).toMatchObject([{ requestId: "c" }]);
    const ofKey = tenant.inside((transaction) =>
      listRequests(contextOf(tenant, transaction), tenant.keyId, { limit: 1, after: nextCursor ?? "" }),
    );
    await expect(ofKey).rejects.toMatchObject({ errorReason: "cursor_invalid" });
  });

  test("one is described with the events and the audit entry that it left, and is unknown elsewhere", async () => {
    const at = Date.now();
    await logRequests(applicationUrl, [noteOf(tenant, { requestId: "mine", occurredAt: at })]);
    const id = (await all()).requests[0]?.id ?? "";
    const read = (of: TestTenant) => of.inside((transaction) => describeLoggedRequest(contextOf(of, transaction), id));
    expect(await read(tenant)).toMatchObject({ events: [], hasAuditEntry: false });
    await owner.query(
      `INSERT INTO "Event" ("organizationId", number, id, entity, "entityId", "eventType", "occurredAt", actor, payload, diff, "relatedIds", "correlationId", metadata)
       SELECT $1, n, 'evt_mine' || n, 'case', 'case_1', 'case.updated', $2, '{}', '{}', '{}', '[]', CASE n WHEN 1 THEN 'mine' ELSE 'other' END, '{}' FROM generate_series(1, 2) n`,
      [tenant.organizationId, new Date(at)],
    );
    await owner.query(
      `INSERT INTO "AuditEntry" ("organizationId", id, action, "actorType", "actorId", "actorName", entity, "entityId", "requestId") VALUES ($1, $2, 'cases.update', 'integration_key', 'k', 'k', 'case', 'case_1', 'mine')`,
      [tenant.organizationId, createId("auditEntry", new Date(at + 1))],
    );
    expect(await read(tenant)).toMatchObject({
      keyName: expect.any(String),
      events: [{ id: "evt_mine1", eventType: "case.updated" }],
      hasAuditEntry: true,
    });
    await expect(read(await createTenant(database))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a scope that is requested, or that the key has by now, is not suggested as a remedy", async () => {
    const rejected = (scope: string) =>
      ({ status: 403, code: "FORBIDDEN", rejectedBy: "scope", reason: "missing_scope", scope }) as const;
    const { keyId } = await createKey(tenant, { scopes: ["cases:read"] });
    await tenant.inside((transaction) =>
      transaction
        .insertInto("ScopeRequest")
        .values({
          organizationId: tenant.organizationId,
          id: `sreq_${keyId}`,
          keyId,
          scope: "medical:read",
          purpose: "Demand packages",
          status: "pending",
          requestedBy: JSON.stringify({ type: "member", id: "mem_1", name: "A" }),
          lapsesAt: new Date(Date.now() + 86_400_000).toISOString(),
        })
        .execute(),
    );
    const of = { ...tenant, keyId };
    await logRequests(applicationUrl, [
      noteOf(of, { requestId: "pending", ...rejected("medical:read") }),
      noteOf(of, { requestId: "has", ...rejected("cases:read") }),
      noteOf(of, { requestId: "both", ...rejected("clients:read, medical:read") }),
    ]);
    const cureOf = async (requestId: string) =>
      (await tenant.inside((transaction) => explainRejection(contextOf(tenant, transaction), requestId)))[0]
        ?.explanation;
    expect(await cureOf("pending")).toMatchObject({
      fix: "medical:read is requested: a platform administrator decides.",
      fixLink: "none",
    });
    expect(await cureOf("has")).toMatchObject({
      fix: "The key has it now. Send the request again.",
      fixLink: "none",
    });
    expect(await cureOf("both")).toMatchObject({
      fix: "Add clients:read under Edit → Scopes. medical:read is requested: a platform administrator decides.",
      fixLink: "edit_scopes",
    });
  });
});
