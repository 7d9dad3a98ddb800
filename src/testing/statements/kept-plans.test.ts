import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningServer } from "../../http/server.ts";
import { writeTarget, subjects } from "../conformance/subject.ts";
import { applicationUrlOf, cloneDatabase } from "../database/clone-database.ts";
import { prepareFilledTemplate } from "../database/filled-template.ts";
import type { ExampleRequest } from "../harness/requests/example-request.ts";
import { send } from "../harness/requests/send.ts";
import { startServerOn } from "../harness/server.ts";
import { openTenant, type TestTenant } from "../harness/tenant.ts";

/**
 * PostgreSQL plans a prepared statement anew five times, then keeps a plan unless it expects more of it than of new
 * ones.
 */
const repetitions = 7;

/** Changes that succeed however often they are made. */
const repeated = [
  "PATCH /clients/{clientId}",
  "PATCH /cases/{caseId}",
  "PATCH /leads/{leadId}",
  "PATCH /contacts/{contactId}",
  "PATCH /tags/{tagId}",
  "POST /cases/{caseId}/folders",
  "POST /cases/{caseId}/invoices",
  "PATCH /invoices/{invoiceId}",
  "PATCH /retrieval-requests/{requestId}",
  "POST /medical-facilities/{facilityId}/bills",
  "POST /cases",
  "POST /cases/{caseId}/tasks",
  "PATCH /tasks/{taskId}",
  "POST /cases/{caseId}/notes",
  "PUT /cases/{caseId}/survey-details/{accessor}",
];

let server: RunningServer;
let tenant: TestTenant;
const written = subjects.filter(({ label }) => repeated.includes(label));
const arranged = new Map<string, ExampleRequest>();

beforeAll(async () => {
  // Of small tables every plan is cheap.
  const filled = await prepareFilledTemplate();
  // One connection, whose statements can be listed.
  server = await startServerOn(applicationUrlOf(await cloneDatabase(filled)), { databasePoolSize: 1 });
  tenant = openTenant(server.services.database, filled.tenant);
  for (const { declaration, arrange } of written) arranged.set(declaration.name, await arrange(tenant));
});
afterAll(() => server.close(1000));

test("the repeated changes are found", () => {
  expect(written.map(({ label }) => label).toSorted()).toEqual(repeated.toSorted());
});

test.each(written.map(({ label, declaration }) => [label, declaration] as const))(
  "%s: PostgreSQL keeps the plan of every statement",
  async (_, declaration) => {
    const request = arranged.get(declaration.name);
    if (request === undefined) throw new Error(`${declaration.name} has no request`);
    for (let count = 0; count < repetitions; count += 1) {
      const headers = {
        "x-api-key": tenant.secret,
        "x-idempotency-key": randomUUID(),
        "content-type": "application/json",
      };
      const body = declaration.meta.path.endsWith("/folders")
        ? { name: `Folder ${count}` }
        : { ...(request.body as object), externalId: undefined, tags: undefined };
      const { status, text } = await send(server.addresses[0] ?? "", {
        method: declaration.meta.method,
        target: `/api/v1${writeTarget(declaration, request)}`,
        headers,
        body: JSON.stringify(body),
      });
      expect(status, text).toBeLessThan(300);
    }
    const { rows } = await sql<{ statement: string }>`
    SELECT statement FROM pg_prepared_statements WHERE generic_plans = 0 AND custom_plans >= ${repetitions}`.execute(
      server.services.database.withoutTenant,
    );
    expect(rows.map(({ statement }) => statement)).toEqual([]);
  },
);
