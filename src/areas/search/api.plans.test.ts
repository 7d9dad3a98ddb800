import type { CompiledQuery } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchParts } from "../../composition/router.ts";
import type { Scope } from "../../contract/scopes.ts";
import { createPendingRecords, type Context } from "../../rpc/context.ts";
import type { SearchPart } from "../../rpc/search.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { listSentStatements } from "../../testing/database/sent-statements.ts";
import { createPartialContext } from "../../testing/harness/partial-context.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { search } from "./domain.ts";
import { findRanked, listRecent, maxRanked, places, searchBounds, type SearchPage, type SearchTerms } from "./store.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

/** Clients of each of two organizations. */
const many = 20_000;

/**
 * All are named Rosa; every tenth is a Garcia and every eleventh from an odd household, of which a few are both; each
 * has a surname of its own.
 */
const fillings = [
  `INSERT INTO "Client" ("organizationId", id, "firstName", "lastName", "externalId", "updatedAt")
   SELECT $1, 'cli_' || lpad(n::text, 7, '0'), 'Rosa', 'Surname' || n, 'x' || n, '2026-01-01'::timestamptz + n * interval '1 second' FROM generate_series(1, $2::integer) n`,
  `INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId")
   SELECT $1, 'client', term, 'cli_' || lpad(n::text, 7, '0') FROM generate_series(1, $2::integer) n,
     unnest(ARRAY['rosa', 'surname' || n] || CASE WHEN n % 10 = 0 THEN ARRAY['garcia'] ELSE ARRAY[]::text[] END || CASE WHEN n % 11 = 3 AND (n % 10 > 0 OR n < 500) THEN ARRAY['lopez'] ELSE ARRAY[]::text[] END) AS term`,
];

beforeAll(async () => {
  server = await startOwnServer();
  owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const tenants = [await createTenant(server.services.database), await createTenant(server.services.database)];
  // Without triggers and foreign keys: what they would write is written above.
  await owner.query("SET session_replication_role = replica");
  for (const { organizationId } of tenants)
    for (const statement of fillings) await owner.query(statement, [organizationId, many]);
  await owner.query(`VACUUM ANALYZE "Client", "SearchTerm"`);
  [tenant] = tenants as [TestTenant];
}, 120_000);
afterAll(async () => {
  await owner.end();
  await server.close(1_000);
});

const part = searchParts.find(({ type }) => type === "client") as SearchPart & { words: string };
const describeTerms = (...words: string[]): SearchTerms => ({
  text: words.join(" "),
  email: words.join(" "),
  phone: null,
  forms: [{ words: words.slice(0, -1), beginning: words.at(-1) ?? "" }],
});
const asOf = Date.parse("2026-12-01T00:00:00Z");
const firstPage: SearchPage = { asOf, type: 0, after: null, limit: 51, bounds: searchBounds };
const deepPage: SearchPage = {
  ...firstPage,
  after: {
    place: places.mentioned,
    key: -(Date.parse("2026-01-01T00:00:00Z") + (many / 2) * 1_000),
    type: 0,
    id: `cli_${String(many / 2).padStart(7, "0")}`,
  },
};

/** The statement that a store function sends. */
async function record(work: (context: Context) => Promise<unknown>): Promise<CompiledQuery> {
  const [statement] = await listSentStatements({ organizationId: tenant.organizationId }, work);
  if (statement === undefined) throw new Error("nothing was sent");
  return statement;
}

/** How many rows of the two tables the store function reads. */
async function countReads(work: (context: Context) => Promise<unknown>): Promise<number> {
  const { scans } = await explainRead(server, tenant, await record(work));
  const read = scans.filter(({ table, isExecuted }) => isExecuted && ["Client", "SearchTerm"].includes(table));
  expect(read).not.toEqual([]);
  expect(read.filter(({ node }) => node === "Seq Scan")).toEqual([]);
  return read.reduce((sum, scan) => sum + scan.read, 0);
}

test.each<[string, string[], number]>([
  ["a name of one", ["surname15555"], 300],
  ["a common word and a rare one", ["rosa", "surname15555"], 4_500],
  ["a rare word and the beginning of a common one", ["surname15555", "ros"], 4_500],
  ["two common words that few have both", ["garcia", "lopez"], many * 0.5],
])("%s: reads what has the rarest word", async (_, words, most) => {
  const read = (context: Context) => findRanked(context, part, describeTerms(...words), { ...firstPage, ranks: "few" });
  expect(await countReads(read)).toBeLessThanOrEqual(most);
});

test.each<[string, SearchPage]>([
  ["the first page", firstPage],
  ["a page deep in the results", deepPage],
])("a word that all have is read along the changes: %s", async (_, page) => {
  const ranked = (context: Context) => findRanked(context, part, describeTerms("rosa"), { ...page, ranks: "few" });
  expect(await countReads(ranked)).toBeLessThanOrEqual(3.1 * maxRanked);
  for (const words of [["rosa"], ["ros"], ["rosa", "sur"], ["garcia", "ro"]]) {
    const recent = (context: Context) => listRecent(context, part, describeTerms(...words), page);
    expect(await countReads(recent), words.join(" ")).toBeLessThanOrEqual(3_100);
  }
});

test("two words that most have, but hardly any record both: a page reads a bounded part of either", async () => {
  const page = { ...firstPage, bounds: { scanned: 1_000, walked: 1_000 } };
  const terms = describeTerms("garcia", "lopez");
  const ranked = (context: Context) => findRanked(context, part, terms, { ...page, ranks: "few" });
  const recent = (context: Context) => listRecent(context, part, terms, page);
  // Of the scanned entries the other word is looked up; a walk reads its records, those of its end, and their words.
  expect(await countReads(ranked)).toBeLessThanOrEqual(7_500);
  expect(await countReads(recent)).toBeLessThanOrEqual(2_000 + 3 * 1_000);
});

test("a search beyond the bounds finds all records in the order of changes, on pages that may be empty", async () => {
  const bounds = { scanned: 1_000, walked: 3_000 };
  const readPage = (after: string | null) =>
    tenant.inside((transaction) => {
      const principal = { scopes: new Set<Scope>(["clients:read"]) };
      const { organizationId } = tenant;
      const pending = createPendingRecords();
      const context = createPartialContext({ organizationId, transaction, principal, pending });
      return search(context, [part], { q: "garcia lopez", limit: 2, ...(after !== null && { after }) }, bounds);
    });
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const { results, nextCursor }: Awaited<ReturnType<typeof readPage>> = await readPage(after);
    pages.push(results.map(({ id }) => id));
    after = nextCursor;
  } while (after !== null && pages.length < 20);
  // Of 20,000 clients in the order of changes, the four that have both words are among the last 500.
  const both = [410, 300, 190, 80];
  expect(pages.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => []));
  expect(pages.flat()).toEqual(both.map((n) => `cli_${String(n).padStart(7, "0")}`));
  expect(pages.length).toBeLessThanOrEqual(10);
});

test("results of a common word are those of the whole list in the order of changes, page by page", async () => {
  const api = openApi(server, tenant.secret);
  interface Page {
    results: { id: string }[];
    nextCursor: string | null;
  }
  const readPage = async (after: string | null) =>
    readBody<Page>(await api.get(`/search?q=garcia&limit=100${after === null ? "" : `&after=${after}`}`));
  const found: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < 3; page += 1) {
    const { results, nextCursor }: Page = await readPage(after);
    found.push(...results.map(({ id }) => id));
    after = nextCursor;
  }
  expect(found).toEqual(Array.from({ length: 300 }, (_, index) => `cli_${String(many - index * 10).padStart(7, "0")}`));
  expect(after).not.toBeNull();
});
