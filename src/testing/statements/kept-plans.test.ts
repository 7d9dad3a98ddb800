import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeTarget, subjects } from "../conformance/subject.ts";
import { multiplyRows } from "../database/multiply-rows.ts";
import type { ExampleRequest } from "../harness/requests/example-request.ts";
import { send } from "../harness/requests/send.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";

/** PostgreSQL plans a prepared statement anew five times, then keeps a plan unless it expects more of it than of new ones. */
const repetitions = 7;
const rowsEach = 3_000;

/** Changes that succeed however often they are made. */
const repeated = [
  "PATCH /clients/{clientId}", "PATCH /cases/{caseId}", "PATCH /leads/{leadId}", "PATCH /contacts/{contactId}", "PATCH /tags/{tagId}",
  "POST /cases/{caseId}/folders", "POST /cases/{caseId}/invoices", "PATCH /invoices/{invoiceId}", "PATCH /retrieval-requests/{requestId}",
  "POST /medical-facilities/{facilityId}/bills",
];

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
const written = subjects.filter(({ label }) => repeated.includes(label));
const listed = subjects.filter(({ declaration: { kind, name } }) => kind === "query" && name.endsWith(".list"));
const arranged = new Map<string, ExampleRequest>();

beforeAll(async () => {
  // One connection, whose statements can be asked for.
  server = await startOwnServer({ databasePoolSize: 1 });
  owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  tenant = await createTenant(server.services.database);
  for (const { arrange } of listed) await arrange(tenant);
  // Of small tables every plan is cheap.
  await multiplyRows(owner, tenant.organizationId, rowsEach);
  for (const { declaration, arrange } of written) arranged.set(declaration.name, await arrange(tenant));
  await owner.query("ANALYZE");
});
afterAll(async () => {
  await owner.end();
  await server.close(1000);
});

test("the repeated changes are found", () => {
  expect(written.map(({ label }) => label).toSorted()).toEqual(repeated.toSorted());
});

test.each(written.map(({ label, declaration }) => [label, declaration] as const))("%s: PostgreSQL keeps the plan of every statement", async (_, declaration) => {
  const request = arranged.get(declaration.name);
  if (request === undefined) throw new Error(`${declaration.name} has no request`);
  for (let count = 0; count < repetitions; count += 1) {
    const headers = { "x-api-key": tenant.secret, "x-idempotency-key": randomUUID(), "content-type": "application/json" };
    const body = declaration.meta.path.endsWith("/folders") ? { name: `Folder ${count}` } : request.body;
    const { status, text } = await send(server.baseUrl, { method: declaration.meta.method, target: `/api/v1${writeTarget(declaration, request)}`, headers, body: JSON.stringify(body) });
    expect(status, text).toBeLessThan(300);
  }
  const { rows } = await sql<{ statement: string }>`
    SELECT statement FROM pg_prepared_statements WHERE generic_plans = 0 AND custom_plans >= ${repetitions}`.execute(server.services.database.withoutTenant);
  expect(rows.map(({ statement }) => statement)).toEqual([]);
});
