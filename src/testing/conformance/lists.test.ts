import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { RunningServer } from "../../http/server.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import type { ExampleRequest } from "../harness/requests/example-request.ts";
import { nameDatabase } from "../../platform/database/connections/connection-url.ts";
import { applicationUrlOf, cloneDatabase } from "../database/clone-database.ts";
import { leftOut, lists, prepareFilledTemplate } from "../database/filled-template.ts";
import { startServerOn } from "../harness/server.ts";
import { send } from "../harness/requests/send.ts";
import { subjects, writeTarget } from "./subject.ts";

/**
 * What a page may read of one table: the page, what it shows of others, and a look into an index or two. A walk would
 * read all.
 */
const maxRead = 700;

/**
 * What the planner rightly prefers for a few thousand rows and not for a million: put off, so that a table is read so
 * only where no index leads to the page.
 */
const smallWays = ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin", "enable_material"];

/** With one connection, so that all that it reads is reported at once. */
let measured: RunningServer;
let owner: Client;
let template: Awaited<ReturnType<typeof prepareFilledTemplate>>;
/** The tables that are large here and their partitions, by their OIDs. */
let filled: Map<number, string>;

beforeAll(async () => {
  template = await prepareFilledTemplate();
  const ownerUrl = await cloneDatabase(template);
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  filled = await findTables(template.tables);
  for (const way of smallWays) await owner.query(`ALTER DATABASE "${nameDatabase(ownerUrl)}" SET ${way} = off`);
  measured = await startServerOn(applicationUrlOf(ownerUrl), { worker: "none", databasePoolSize: 1 });
});
afterAll(async () => {
  await owner.end();
  await measured.close(1_000);
});

type Schema = Record<string, unknown>;

/** Names of a closed set, separated by commas. */
const ofClosedSets: ReadonlySet<string> = new Set(["expand", "types"]);

/** A value that the parameter takes and that few records or none have. */
function makeValue(name: string, schema: Schema): string {
  const {
    type,
    format,
    enum: values,
    anyOf,
    const: only,
  } = schema as { type?: string; format?: string; enum?: string[]; anyOf?: Schema[]; const?: string };
  if (anyOf !== undefined) return makeValue(name, anyOf[0] ?? {});
  if (values !== undefined) return values.at(-1) ?? "";
  if (only !== undefined) return only;
  if (type === "boolean") return "true";
  if (type === "integer" || type === "number") return String(Number(schema["minimum"] ?? 1));
  if (format === "date") return "2026-01-02";
  if (format === "date-time") return new Date().toISOString();
  if (String(format).endsWith("email")) return "nobody@example.com";
  if (/phone/i.test(name)) return "+15125550199";
  if (/npi/i.test(name)) return "1234567893";
  return "rare";
}

/** The word that most of the listed records have. */
async function findCommonWord({ meta: { path } }: Declaration): Promise<string> {
  const entity = path.split("/").at(-1)?.replace(/s$/, "");
  const { rows } = await owner.query<{ term: string }>(
    `SELECT term FROM "SearchTerm" WHERE "organizationId" = $1 AND entity = $2 GROUP BY term ORDER BY count(*) DESC LIMIT 1`,
    [template.tenant.organizationId, entity],
  );
  return rows[0]?.term ?? "";
}

/**
 * One query a filter and one a sort, each alone; and none at all. With what the list cannot do without, and nothing
 * else of the arranged query.
 */
async function listQueries(
  declaration: Declaration,
  given: Pick<ExampleRequest, "pathValues" | "query">,
): Promise<Record<string, string>[]> {
  const { input } = declaration;
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: "input" }) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const needed = Object.fromEntries(Object.entries(given.query ?? {}).filter(([name]) => required.includes(name)));
  const filters = Object.entries(properties).filter(
    ([name]) =>
      !["after", "fields", "limit", "sort", "wait", "view"].includes(name) &&
      !(name in needed) &&
      !(name in given.pathValues),
  );
  const sorts = (properties["sort"]?.["enum"] ?? []) as string[];
  const queries = [
    {},
    ...sorts.map((sort) => ({ sort })),
    ...filters.map(([name, schema]) => ({
      [name]: ofClosedSets.has(name) ? String(schema["example"]) : makeValue(name, schema),
      ...(name === "includeDeleted" && { sort: "updated" }),
    })),
  ];
  // A word that hardly any record has is among the filters; one that most have, too, where ids carry the order (see findRareWord for others).
  const q = "q" in properties ? await findCommonWord(declaration) : "";
  const searches =
    q === ""
      ? []
      : [
          { q, sort: "newest" },
          { q, sort: "oldest" },
        ];
  return [...queries, ...searches].map((query) => ({ ...needed, ...query }));
}

/** Tables of these names, by their OIDs: all partitions of one have its name. */
async function findTables(names: readonly string[]): Promise<Map<number, string>> {
  const { rows } = await owner.query<{ oid: number; name: string }>(
    `SELECT oid, name FROM (SELECT oid, regexp_replace(relname, '_(\\d{4}_\\d{2}|before|after)$', '') AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') AS t
     WHERE name = ANY ($1)`,
    [names],
  );
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

type Counts = ReadonlyMap<string, { scanned: number; fetched: number }>;

/** What PostgreSQL counted: rows read by sequential scans and through indexes, of tables that are large here. */
async function readCounts(): Promise<Counts> {
  const { rows } = await owner.query<{ relid: number; scanned: string; fetched: string }>(
    "SELECT relid, seq_tup_read AS scanned, coalesce(idx_tup_fetch, 0) AS fetched FROM pg_stat_user_tables WHERE relid = ANY ($1)",
    [[...filled.keys()]],
  );
  const counts = new Map<string, { scanned: number; fetched: number }>();
  for (const { relid, scanned, fetched } of rows) {
    const name = filled.get(relid) ?? "";
    const sum = counts.get(name) ?? { scanned: 0, fetched: 0 };
    counts.set(name, { scanned: sum.scanned + Number(scanned), fetched: sum.fetched + Number(fetched) });
  }
  return counts;
}

/** After the last requests. Nothing but the requests reads the tables. */
let lastCounts: Counts | undefined;

/** Runs requests, and lets the one connection of their server report to PostgreSQL at once what it read. */
async function countReads(requests: () => Promise<number>): Promise<string[]> {
  const before = lastCounts ?? (await readCounts());
  const sent = await requests();
  await sql`SELECT pg_stat_force_next_flush()`.execute(measured.services.database.withoutTenant);
  await owner.query("SELECT pg_stat_clear_snapshot()");
  const after = await readCounts();
  lastCounts = after;
  return [...after].flatMap(([name, { scanned, fetched }]) => {
    const was = before.get(name) ?? { scanned: 0, fetched: 0 };
    const [inScans, byIndex] = [scanned - was.scanned, fetched - was.fetched];
    return [
      ...(inScans > 0 ? [`${name}: ${inScans} rows in sequential scans`] : []),
      ...(byIndex > maxRead * sent ? [`${name}: ${byIndex} rows by index`] : []),
    ];
  });
}

test("lists and tables are found", () => {
  expect(lists.length).toBeGreaterThan(20);
  const names = new Set<string>(subjects.map(({ declaration }) => declaration.name));
  expect([...leftOut].filter((name) => !names.has(name))).toEqual([]);
  expect([...filled.values()]).toEqual(
    expect.arrayContaining(["Case", "Client", "Contact", "Document", "Invoice", "Lead", "RetrievalRequest"]),
  );
});

describe("every list reads no more than its page, with each filter and each sort", () => {
  // Twice as many notes are there as a page of one organization may not read.
  const cases = lists.map(
    ({ label, declaration }) =>
      [declaration.name === "notes.list" ? `acceptance 21: ${label}` : label, declaration] as const,
  );
  test.each(cases)("%s", async (_, declaration) => {
    const given = template.arranged[declaration.name];
    if (given === undefined) throw new Error(`${declaration.name} has no request`);
    const found: object[] = [];
    for (const query of await listQueries(declaration, given)) {
      const reads = await countReads(async () => {
        const get = (more: Record<string, string>) =>
          send(measured.addresses[0] ?? "", {
            method: "GET",
            target: `/api/v1${writeTarget(declaration, { ...given, recordParameters: [], revision: null, query: { ...query, ...more } })}`,
            headers: { "x-api-key": template.tenant.secret },
          });
        const first = await get({});
        expect(first.status, `${JSON.stringify(query)} ${first.text}`).toBe(200);
        const cursor = first.body["nextCursor"];
        if (typeof cursor !== "string") return 1;
        expect((await get({ after: cursor })).status).toBe(200);
        return 2;
      });
      if (reads.length > 0) found.push({ query, reads });
    }
    expect(found).toEqual([]);
  });
});
