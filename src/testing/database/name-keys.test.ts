import { sql } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstNames, particles, smallNameWords } from "../../platform/names/read-name.ts";
import { createClientRow } from "../../areas/clients/fixtures.ts";
import { createContact } from "../../areas/contacts/fixtures.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../harness/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  owner = await server.connectOwner();
});
afterAll(() => server.close(1000));

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await owner.query<Row>(text, values)).rows;
}

async function keysOf(recordId: string): Promise<string[]> {
  const { rows } = await tenant.inside((transaction) =>
    sql<{
      key: string;
    }>`SELECT key FROM "NameKey" WHERE "organizationId" = ${tenant.organizationId} AND "recordId" = ${recordId}`.execute(
      transaction,
    ),
  );
  return rows.map(({ key }) => key).toSorted();
}

test.each<[string, string[]]>([
  ["Sean O'Brien", ["sean", "obrien", "seanobrien"]],
  ["María de la Cruz", ["maria", "cruz", "delacruz", "mariacruz"]],
  ["Łukasz Smith-Jones", ["lukasz", "smith", "jones", "lukaszsmith", "smithjones"]],
  ["Abel & Sons, P.C.", ["abel", "sons", "abelsons"]],
  ["Dr. Robert J. McDonald Jr., M.D., Ph. D.", ["robert", "j", "mcdonald", "robertmcdonald"]],
  ["J.R. Smith", ["j", "r", "smith"]],
  ["The Company", ["the", "company", "thecompany"]],
  ["Van Le", ["van", "le", "vanle"]],
  ["Le, Van", ["le", "van", "levan"]],
  ["Lê Văn Thành", ["le", "thanh", "levanthanh", "vanthanh", "lethanh"]],
  ["Thanh Van Le", ["thanh", "le", "vanle", "thanhle"]],
  ["Van T. Le", ["van", "t", "le", "vanle"]],
  ["Ben Smith", ["ben", "smith", "bensmith"]],
  ["Ben de la Cruz", ["ben", "cruz", "bendelacruz", "delacruz", "bencruz"]],
  ["De La O", ["de", "la", "dela", "o", "delao"]],
  ["Maria De La O", ["maria", "o", "delao"]],
  ["St. John", ["john", "stjohn"]],
  ["Dr. Van", ["van"]],
  ["Le Jr.", ["le"]],
  ["Junior Le", ["le"]],
  ["Major Smith", ["major", "smith", "majorsmith"]],
  ["Hon Pa", ["hon", "pa", "honpa"]],
  ["Sue O", ["sue", "o"]],
  ["Mac", ["mac"]],
  ["Ng", ["ng"]],
  ["Leilani Kaʻahumanu", ["leilani", "kaahumanu", "leilanikaahumanu"]],
  ["Пётр Чайковский", ["petr", "chaikovskii", "petrchaikovskii"]],
  ["王小明", ["王小明"]],
  ["-", []],
])("the words of %s", async (name, words) => {
  const [row] = await query<{ words: string[] }>("SELECT (name_parts($1)).words AS words", [name]);
  expect(row?.words).toEqual(words);
});

test.each([
  ["Catherine", "Kathryn"],
  ["Stephen", "Steven"],
  ["Philip", "Filip"],
  ["Schmidt", "Schmitt"],
  ["Wright", "Rite"],
  ["Jackson", "Jaxon"],
  ["McKay", "Mackay"],
  ["Müller", "Mueller"],
  ["Kowalski", "Kovalsky"],
  ["Rodgers", "Rogers"],
  ["Hernandez", "Ernandes"],
  ["Knight", "Night"],
  ["Geoffrey", "Jeffrey"],
])("%s sounds like %s", async (one, other) => {
  const rows = await query<{ sound: string }>(
    "SELECT (name_parts(name)).sounds[1] AS sound FROM unnest($1::text[]) AS name",
    [[one, other]],
  );
  expect(rows[0]?.sound).toBe(rows[1]?.sound);
});

test("keys leave out the words that a comparison leaves out", async () => {
  const rows = await query<{ word: string }>(
    "SELECT word FROM unnest($1::text[]) AS word WHERE (name_parts('Diaz ' || word)).words <> ARRAY['diaz']",
    [smallNameWords],
  );
  expect(rows).toEqual([]);
});

test("particles are those of a comparison, and so are those that a name may begin with", async () => {
  const longer = (names: ReadonlySet<string>) => [...names].filter((name) => name.length > 1).toSorted();
  const rows = await query<{ word: string; within: boolean; first: boolean }>(
    `SELECT word, 'diaz' || word <> ALL ((name_parts('Diaz ' || word || ' Reyes')).words) AS within,
       (name_parts(word || ' Reyes')).words[1] = word AS first FROM unnest($1::text[]) AS word ORDER BY word COLLATE "C"`,
    [longer(new Set([...particles, "rosa", "thi", "san"]))],
  );
  expect(rows.filter(({ within }) => within).map(({ word }) => word)).toEqual(longer(particles));
  expect(rows.filter(({ word, first }) => first && particles.has(word)).map(({ word }) => word)).toEqual(
    longer(firstNames),
  );
});

test("triggers keep the keys of clients, contacts, leads and members, and remove those of former names", async () => {
  const id = await createClientRow(tenant, { firstName: "Rosa", lastName: "Diaz", dateOfBirth: "1984-06-30" });
  expect(await keysOf(id)).toEqual([
    "1984-06-30 RS",
    "1984-06-30 RSTS",
    "1984-06-30 TS",
    "RS",
    "RS TS",
    "RSTS",
    "TS",
    "TS r*",
  ]);
  await changeRow(tenant, "Client", id, { dateOfBirth: null, lastName: "Reyes" });
  expect(await keysOf(id)).toEqual(["RS", "RS RS", "RS r*", "RSRS"]);
  await changeRow(tenant, "Client", id, { phone: "(512) 555-0100" });
  expect(await keysOf(id)).toEqual(["RS", "RS RS", "RS r*", "RSRS"]);
  expect(
    await keysOf(
      await createContact(tenant, {
        type: "company",
        name: "Mercy",
        companyName: "Mercy",
        doingBusinessAs: "St. Luke",
      }),
    ),
  ).toEqual(["LK", "MRS", "STLK"]);
  expect(
    await keysOf(
      await createLead(tenant, { firstName: "J", lastName: "Doe", injuredPartyName: "Ana", atFaultParty: "Bo" }),
    ),
  ).toEqual(["AN", "P", "T", "T j."]);
  expect(await keysOf(tenant.attorneyId)).toEqual(["AT", "AT KNSL", "ATKNSL", "KNSL", "KNSL a*"]);
});

test("the keys do not depend on the locale of the cluster", async () => {
  const collations = await query<{ name: string }>(
    `SELECT a.attcollation::regcollation::text AS name FROM pg_attribute a WHERE a.attrelid = '"NameKey"'::regclass AND a.attname = 'key'`,
  );
  expect(collations).toEqual([{ name: '"C"' }]);
});
