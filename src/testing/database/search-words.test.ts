import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClientRow } from "../../areas/clients/fixtures.ts";
import { createDocument } from "../../areas/documents/fixtures.records.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { joinAtApostrophes, listAskedWords, listJoinedWords } from "../../platform/names/record-words.ts";
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

test("a record is found by the words of its texts, those with an apostrophe also joined, and by folded letters", async () => {
  const id = await createClientRow(tenant, { firstName: "Łukasz", lastName: "O’Brien" });
  expect(await wordsOf(id)).toEqual(["brien", "lukasz", "o", "obrien", "łukasz"]);
  expect(await change("Client", id, { firstName: "Đức", lastName: "Straße" })).toEqual([
    "duc",
    "strasse",
    "straße",
    "đuc",
  ]);
  expect(await change("Client", id, { firstName: "Ann", lastName: "Lee" })).toEqual(["ann", "lee"]);
});

test.each<[string, string[], string[]]>([
  ["Sean O'Brien", ["sean", "o", "brien"], ["obrien"]],
  ["Sean O’Brien", ["sean", "o", "brien"], ["obrien"]],
  ["O´Brien O`Brien", ["o", "brien"], ["obrien"]],
  ["De'Andre D''Angelo", ["de", "andre", "d", "angelo"], ["dangelo", "deandre"]],
  ["Kaʻahumanu", ["ka", "ahumanu"], ["kaahumanu", "kaʻahumanu"]],
  ["Saʿid N'Dri-O'Neil", ["sa", "id", "n", "dri", "o", "neil"], ["ndri", "oneil", "said", "saʿid"]],
  ["'quoted' rock 'n' roll 6'2", ["quoted", "rock", "n", "roll", "6", "2"], []],
  ["Łukasz", ["lukasz"], ["łukasz"]],
  ["Đức", ["duc"], ["đuc"]],
  ["Işık", ["isik"], ["isık"]],
  ["İpek", ["ipek"], []],
  ["Straße STRAẞE", ["strasse"], ["straße"]],
  [
    "Søren Æsop œuvre Þór Guðrún",
    ["soren", "aesop", "oeuvre", "thor", "gudrun"],
    ["guðrun", "søren", "æsop", "œuvre", "þor"],
  ],
  ["Núñez Zoë An", ["nunez", "zoe", "an"], []],
  ["the client’s “wife”—left", ["the", "client", "s", "wife", "left"], ["clients"]],
  ["Пётр", ["petr"], ["петр"]],
  ["ﬁn Ⅳ ™ ２", ["fin", "iv", "tm", "2"], []],
  ["王小明", ["王小明"], []],
  [" -- ", [], []],
])("%s is asked for by %j, and found by %j as well", async (text, asked, more) => {
  const { rows } = await sql<{ asked: string[]; found: string[] }>`
    SELECT search_words(${text}) AS asked, record_words(${text}) AS found`.execute(
    server.services.database.withoutTenant,
  );
  expect(rows).toEqual([{ asked, found: expect.any(Array) as unknown }]);
  expect(rows[0]?.found.toSorted()).toEqual([...asked, ...more].toSorted());
  expect([...listAskedWords(text)]).toEqual(asked);
});

test.each([
  ["Sean O'Brien", "Sean OBrien"],
  ["De`Andre D''Angelo-O´Neil", "DeAndre DAngelo-ONeil"],
  ["'quoted' rock 'n' roll 6'2", "'quoted' rock 'n' roll 6'2"],
])("%s is written %s without the apostrophes between letters", (text, joined) => {
  expect(joinAtApostrophes(text)).toBe(joined);
});

/** Ideographs, Hangul syllables and private characters are all alike. */
const ranges = [
  [0x1, 0x3400],
  [0xa000, 0xac00],
  [0xf900, 0x1_2000],
  [0x1_d000, 0x2_0000],
] as const;

test.each(ranges)("each code point from %i to %i is split and folded alike in SQL and TypeScript", async (from, to) => {
  const { withoutTenant } = server.services.database;
  const points = Array.from({ length: to - from }, (_, index) => String.fromCodePoint(from + index));
  // A later Unicode in Node knows characters that PostgreSQL does not.
  const known = await sql<{
    letter: string;
  }>`SELECT letter FROM unnest(${points.filter((point) => /^\P{Cs}$/u.test(point))}::text[]) AS letter
    WHERE unicode_assigned(letter)`.execute(withoutTenant);
  const letters = known.rows.map(({ letter }) => letter);
  expect(letters.length).toBeGreaterThan(points.length / 4);
  const perText = 50;
  for (let start = 0; start < letters.length; start += perText) {
    const text = letters
      .slice(start, start + perText)
      .map((letter) => `x${letter}y b'${letter} ${letter}'C`)
      .join(" ");
    const { rows } = await sql<{ asked: string[]; found: string[] }>`
      SELECT search_words(${text}) AS asked, record_words(${text}) AS found`.execute(withoutTenant);
    expect(rows[0]?.asked, text).toEqual([...listAskedWords(text)]);
    expect(rows[0]?.found, text).toEqual(expect.arrayContaining([...listAskedWords(text), ...listJoinedWords(text)]));
  }
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
    SELECT split_words(${text}) AS words, coalesce(array_agg(DISTINCT left(word, 60)), '{}') AS expected
    FROM regexp_split_to_table(
      lower(regexp_replace(normalize(${text}, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE pg_c_utf8), '[^[:alnum:]]+') AS word
    WHERE word <> ''`.execute(server.services.database.withoutTenant);
  expect(rows[0]?.words.toSorted()).toEqual(rows[0]?.expected.toSorted());
});

test("a text that is not there has no words", async () => {
  const { rows } = await sql`SELECT search_words(NULL) AS asked, record_words(NULL) AS found`.execute(
    server.services.database.withoutTenant,
  );
  expect(rows).toEqual([{ asked: [], found: [] }]);
});
