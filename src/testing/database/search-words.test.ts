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

const texts = [
  "",
  " -- ",
  "Rosa Diaz, rosa@mail.example (512) 555-0100",
  "ROSA rosa Rosa",
  "_under_score_ 'quoted' \\back\\slash\ttab\nline",
  `${"x".repeat(61)} ${"x".repeat(62)} ${"x".repeat(59)}`,
  "Zoë Łukasz ŠTĚPÁN straße ﬁn Ⅳ",
  "word ".repeat(200),
  Array.from({ length: 200 }, (_, number) => `w${number}`).join(" "),
];

test.each(texts)("short texts without accents have the words that all texts have: %j", async (text) => {
  const { rows } = await sql<{ words: string[]; expected: string[] }>`
    SELECT search_words(${text}) AS words, coalesce(array_agg(DISTINCT left(word, 60)), '{}') AS expected
    FROM regexp_split_to_table(
      lower(regexp_replace(normalize(${text}, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE pg_c_utf8), '[^[:alnum:]]+') AS word
    WHERE word <> ''`.execute(server.services.database.withoutTenant);
  expect(rows[0]?.words.toSorted()).toEqual(rows[0]?.expected.toSorted());
});

test("a text that is not there has no words", async () => {
  const { rows } = await sql`SELECT search_words(NULL) AS words`.execute(server.services.database.withoutTenant);
  expect(rows).toEqual([{ words: [] }]);
});
