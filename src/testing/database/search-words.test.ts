import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClientRow } from "../../areas/clients/fixtures.ts";
import { createDocument } from "../../areas/documents/fixtures.records.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

async function wordsOf(recordId: string): Promise<string[]> {
  const { rows } = await tenant.inside((transaction) =>
    sql<{
      term: string;
    }>`SELECT term FROM "SearchTerm" WHERE "organizationId" = ${tenant.organizationId} AND "recordId" = ${recordId}`.execute(
      transaction,
    ),
  );
  return rows.map(({ term }) => term).toSorted();
}

async function change(
  table: "Client" | "Lead" | "Document" | "Member",
  id: string,
  columns: Record<string, string | null>,
): Promise<string[]> {
  await tenant.inside((transaction) =>
    transaction
      .updateTable(table)
      .set(columns)
      .where("organizationId", "=", tenant.organizationId)
      .where("id", "=", id)
      .execute(),
  );
  return wordsOf(id);
}

test("updating a client adds and removes its words, and keeps those of its other fields", async () => {
  const id = await createClientRow(tenant, {
    firstName: "Rosa",
    lastName: "Diaz",
    email: "rosa@mail.example",
    phone: "(512) 555-0100",
  });
  expect(await wordsOf(id)).toEqual(["0100", "512", "555", "diaz", "example", "mail", "rosa"]);
  expect(await change("Client", id, { phone: "(512) 555-0199" })).toEqual([
    "0199",
    "512",
    "555",
    "diaz",
    "example",
    "mail",
    "rosa",
  ]);
  expect(await change("Client", id, { firstName: "Zoë" })).toEqual([
    "0199",
    "512",
    "555",
    "diaz",
    "example",
    "mail",
    "rosa",
    "zoe",
  ]);
  expect(await change("Client", id, { email: null, phone: null })).toEqual(["diaz", "zoe"]);
});

test("updating leads, documents and members does the same", async () => {
  const lead = await createLead(tenant);
  const before = await wordsOf(lead);
  expect(await change("Lead", lead, { middleName: "Quentin" })).toEqual([...before, "quentin"].toSorted());
  expect(await change("Lead", lead, { middleName: null })).toEqual(before);
  const { documentId } = await createDocument(tenant);
  const own = await wordsOf(documentId);
  expect(await change("Document", documentId, { description: "Zanzibar" })).toEqual([...own, "zanzibar"].toSorted());
  expect(await change("Document", documentId, { description: null })).toEqual(own);
  expect(await wordsOf(tenant.attorneyId)).toEqual(["ada", "counsel", "example", "firm"]);
  expect(await change("Member", tenant.attorneyId, { title: "Senior Counsel" })).toEqual([
    "ada",
    "counsel",
    "example",
    "firm",
    "senior",
  ]);
  expect(await change("Member", tenant.attorneyId, { title: null })).toEqual(["ada", "counsel", "example", "firm"]);
});
