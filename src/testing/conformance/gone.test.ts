import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi } from "../harness/requests/api.ts";
import type { Reply } from "../harness/requests/send.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { openSubjectHarness, subjects, writeTarget, type Subject } from "./subject.ts";

/**
 * One rule for what is deleted, for every area (decision 0151): enumerated from the router, so that a new resource
 * follows it or fails here.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

const pathOf = ({ declaration }: Subject) => declaration.meta.path;
const reads = subjects.filter(({ declaration }) => declaration.meta.method === "GET");
const deletions = subjects.filter(({ declaration }) => declaration.meta.method === "DELETE");
const readOf = (deletion: Subject) => reads.find((read) => pathOf(read) === pathOf(deletion));
const describeReply = ({ status, text, headers }: Reply) => [status, text, headers["x-error-reason"]];

test("what is deleted without a GET of its own is named here", () => {
  expect(
    deletions
      .filter((deletion) => readOf(deletion) === undefined)
      .map(({ declaration }) => declaration.name)
      .toSorted(),
  ).toEqual([
    "cases.attorneys.unassign",
    "cases.damages.delete",
    "contacts.relationships.delete",
    "members.outOfOffice.delete",
    "noteComments.delete",
    "taskComments.delete",
  ]);
  expect(deletions.length).toBeGreaterThan(25);
});

describe("after its DELETE a record is like an unknown one", () => {
  const pairs = deletions.flatMap((deletion) => {
    const read = readOf(deletion);
    return read === undefined ? [] : [[deletion.label, deletion, read] as const];
  });
  test.each(pairs)("%s", async (_, deletion, read) => {
    const harness = await openSubjectHarness(server, deletion);
    const api = openApi(server, harness.tenant.secret);
    const [target = ""] = writeTarget(deletion.declaration, harness.arranged).split("?");
    expect((await api.get(target)).status).toBe(200);
    expect((await harness.call()).status).toBe(200);
    const last = deletion.declaration.pathParameters.at(-1) ?? "";
    const unknown = writeTarget(
      read.declaration,
      { ...harness.arranged, query: {} },
      { pathValues: { [last]: last === "accessor" ? "no.such" : createId("case") } },
    );
    expect(describeReply(await api.get(target))).toEqual(describeReply(await api.get(unknown)));
    if (!("includeDeleted" in read.declaration.input.shape)) return;
    const shown = await api.get(`${target}?includeDeleted=true`);
    expect([shown.status, Object.values(shown.body)[1]]).toEqual([
      200,
      expect.objectContaining({ deletedAt: expect.any(String) as unknown }),
    ]);
  });

  test("GET of what can be restored, or is the specification's, returns it with includeDeleted", () => {
    const including = reads.filter(
      ({ declaration }) =>
        "includeDeleted" in declaration.input.shape && pathOf({ declaration } as Subject).endsWith("}"),
    );
    expect(including.map(({ declaration }) => declaration.name).toSorted()).toEqual([
      "cases.get",
      "documents.get",
      "folders.get",
    ]);
  });
});

/** Tables with a case, and a way to that of a payment. */
async function findCaseOf(tenant: TestTenant, id: string): Promise<string | undefined> {
  return tenant.inside(async (transaction) => {
    const { rows: tables } = await sql<{ name: string }>`SELECT c.table_name AS name FROM information_schema.columns c
      JOIN information_schema.columns i ON i.table_schema = c.table_schema AND i.table_name = c.table_name AND i.column_name = 'id'
      WHERE c.table_schema = 'public' AND c.column_name = 'caseId'`.execute(transaction);
    const each = tables.map(
      ({ name }) =>
        sql`SELECT "caseId" FROM ${sql.table(name)} WHERE "organizationId" = ${tenant.organizationId} AND id = ${id} AND "caseId" IS NOT NULL`,
    );
    const ofPayment = sql`SELECT i."caseId" FROM "Payment" p JOIN "Invoice" i ON i."organizationId" = p."organizationId" AND i.id = p."invoiceId" WHERE p.id = ${id}`;
    const { rows } = await sql<{ caseId: string }>`${sql.join([...each, ofPayment], sql` UNION ALL `)}`.execute(
      transaction,
    );
    return rows[0]?.caseId;
  });
}

/**
 * What outlives its case: a duty of the firm, and what was recorded. A lead hangs on nothing. The books of clients'
 * money are never gone: no request deletes a case with a ledger.
 */
const outlives = new Set([
  "conflictChecks.get",
  "conflictChecks.list",
  "leads.get",
  "leads.list",
  "trustLedgers.list",
  "trustTransactions.list",
  "trustDisbursements.list",
]);

async function deleteCases({ organizationId, inside }: TestTenant): Promise<void> {
  await inside((transaction) =>
    sql`UPDATE "Case" SET "deletedAt" = now() WHERE "organizationId" = ${organizationId}`.execute(transaction),
  );
}

describe("what hangs on a deleted case is gone with it", () => {
  const named = reads.filter(
    (read) => read.declaration.pathParameters.length > 0 && read.declaration.name !== "cases.get",
  );
  const seen: string[] = [];
  test.each(named.map((read) => [read.label, read] as const))("%s", async (_, read) => {
    const harness = await openSubjectHarness(server, read);
    const { tenant, arranged, declaration } = harness;
    const api = openApi(server, tenant.secret);
    const ids = Object.values(arranged.pathValues);
    const hangs =
      declaration.pathParameters.includes("caseId") ||
      (await Promise.all(ids.map((id) => findCaseOf(tenant, id)))).some((caseId) => caseId !== undefined);
    if (!hangs || outlives.has(declaration.name) || declaration.meta.path.startsWith("/leads/")) return;
    seen.push(declaration.name);
    expect((await harness.call()).status).toBe(200);
    await deleteCases(tenant);
    const unknown = await api.get(
      writeTarget(declaration, arranged, { pathValues: { [declaration.pathParameters[0] ?? ""]: createId("case") } }),
    );
    expect(describeReply(await harness.call())).toEqual(describeReply(unknown));
    expect(unknown.status).toBe(404);
  });

  test("these were many", () => {
    expect(seen.length).toBeGreaterThan(40);
    expect(seen).toEqual(
      expect.arrayContaining([
        "tasks.get",
        "notes.get",
        "calendarEvents.get",
        "deadlines.get",
        "deadlineChains.get",
        "invoices.get",
        "payments.get",
        "expenses.get",
        "retrievalRequests.get",
      ]),
    );
  });

  const lists = reads.filter(
    ({ declaration }) =>
      declaration.pathParameters.length === 0 &&
      "nextCursor" in declaration.output.shape &&
      !/^(events|documentEvents)\./.test(declaration.name),
  );
  test.each(lists.map((list) => [list.label, list] as const))("%s lists none of it", async (_, list) => {
    const harness = await openSubjectHarness(server, list);
    const { tenant, declaration } = harness;
    if (outlives.has(declaration.name)) return;
    expect((await harness.call()).status).toBe(200);
    await deleteCases(tenant);
    const { rows } = await tenant.inside((transaction) =>
      sql<{ id: string }>`SELECT id FROM "Case" WHERE "organizationId" = ${tenant.organizationId}`.execute(transaction),
    );
    const { status, text } = await harness.call();
    expect([status, rows.filter(({ id }) => text.includes(`"${id}"`))]).toEqual([200, []]);
  });
});
