import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../rpc/context.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { givenArguments } from "../statements/given-arguments.ts";
import { recordStatements, takesExecutor, type StoreFunction } from "../statements/record-statements.ts";
import { recordStores, statementFiles, type RecordedFunction } from "../statements/recorded-stores.ts";
import { explainStatement, listUnfiltered, readTenantTables, type Plan, type TenantTables } from "./tenant-filter.ts";

/**
 * The first layer of tenant isolation: every statement filters by the organization itself. How, and what this cannot
 * see: decision 0030.
 */
let owner: Client;
let tables: TenantTables;
let functions: RecordedFunction[];
/** By the statement's text; undefined for a text that is a part of statements alone. */
const plans = new Map<string, Plan | undefined>();

async function planOf(text: string): Promise<Plan | undefined> {
  if (!plans.has(text)) plans.set(text, await explainStatement(owner, text).catch(() => undefined));
  return plans.get(text);
}

beforeAll(async () => {
  owner = new Client({ connectionString: await cloneDatabase() });
  await owner.connect();
  tables = await readTenantTables(owner);
  functions = await recordStores();
  for (const { text } of functions.flatMap(({ statements }) => statements)) await planOf(text);
});
afterAll(() => owner.end());

describe("every store", () => {
  test("stores, functions, statements and tenant tables are found", () => {
    expect(statementFiles.length).toBeGreaterThan(90);
    expect(functions.length).toBeGreaterThan(480);
    expect([...plans.values()].filter((plan) => plan !== undefined).length).toBeGreaterThan(550);
    expect(tables.columns.size).toBeGreaterThan(65);
  });

  test("every exported function runs a statement, unless it takes nothing to run one with", () => {
    const stores = new Set(statementFiles.filter(({ isStore }) => isStore).map(({ file }) => file));
    const silent = functions.filter(
      ({ file, parameters, statements }) =>
        stores.has(file) && takesExecutor(parameters.join()) && !statements.some(({ text }) => isPlanned(text)),
    );
    expect(silent.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });

  test("every line that runs a statement is executed, in stores and wherever a tenant table is named", () => {
    const names = [...tables.columns.keys()].join("|");
    const namesTable = new RegExp(
      `(FROM|JOIN|INTO|UPDATE|selectFrom\\(|insertInto\\(|updateTable\\(|deleteFrom\\()\\s*"(${names})"`,
    );
    const reached = new Set(
      functions.flatMap(({ statements }) => statements.filter(({ text }) => isPlanned(text)).map(({ site }) => site)),
    );
    const wanted = statementFiles
      .filter(({ isStore, source }) => isStore || namesTable.test(source))
      .flatMap(({ sites }) => sites);
    expect(wanted.filter((site) => !reached.has(site))).toEqual([]);
  });

  test("every statement filters every tenant table by organization", () => {
    const unfiltered = functions.flatMap(({ file, name, statements }) =>
      statements.flatMap(({ text, organization }) => {
        const plan = plans.get(text);
        const faults = plan === undefined ? [] : listUnfiltered(plan, organization, tables);
        return faults.map((fault) => `${file} ${name}: ${fault}`);
      }),
    );
    expect(unfiltered).toEqual([]);
  });

  test("the given arguments belong to existing functions and parameters", () => {
    const stale = Object.entries(givenArguments).flatMap(([file, given]) =>
      Object.entries(given).flatMap(([name, ways]) => {
        const parameters = functions.find((each) => each.file === file && each.name === name)?.parameters ?? [];
        const isParameter = (key: string) =>
          parameters[Number(key)] !== undefined || parameters.some((parameter) => parameter.split(/\W/)[0] === key);
        return ways
          .flatMap((way) => Object.keys(way))
          .filter((key) => !isParameter(key))
          .map((key) => `${file} ${name} ${key}`);
      }),
    );
    expect(stale).toEqual([]);
  });
});

/** `SET` and `SAVEPOINT` are no statements that PostgreSQL plans. */
const isPlanned = (text: string) => plans.get(text) !== undefined || /^(SET|SAVEPOINT)\b/.test(text);

describe("missing filters are found", () => {
  const own = `c."organizationId" = $1`;
  test.each([
    ["no filter", `SELECT FROM "Case" c WHERE c.id = $2`],
    ["another parameter", `SELECT FROM "Case" c WHERE c."organizationId" = $2`],
    ["a filter that need not hold", `SELECT FROM "Case" c WHERE ${own} OR c.id = $2`],
    ["a filter of one of two alternatives", `SELECT FROM "Case" c WHERE (${own} AND c.id = $2) OR c.id = $3`],
    ["a filter that is denied", `SELECT FROM "Case" c WHERE NOT (${own})`],
    ["another comparison", `SELECT FROM "Case" c WHERE c."organizationId" <> $1`],
    ["another column", `SELECT FROM "Case" c WHERE c.id = $1`],
    ["a joined table", `SELECT FROM "Case" c JOIN "Client" p ON p.id = c."plaintiffId" WHERE ${own}`],
    [
      "an outer joined table",
      `SELECT p.email FROM "Case" c LEFT JOIN "Client" p ON p.id = c."plaintiffId" WHERE ${own}`,
    ],
    [
      "the outer side of an outer join",
      `SELECT p.email FROM "Case" c LEFT JOIN "Client" p ON p."organizationId" = $1 AND c."organizationId" = $1 AND p.id = c."plaintiffId"`,
    ],
    [
      "tables that name each other alone",
      `SELECT FROM "Case" c JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId"`,
    ],
    ["a subquery", `SELECT (SELECT email FROM "Client" p WHERE p.id = c."plaintiffId") FROM "Case" c WHERE ${own}`],
    ["a branch of a union", `SELECT id FROM "Case" c WHERE ${own} UNION ALL SELECT id FROM "Client"`],
    [
      "a table expression",
      `WITH p AS MATERIALIZED (SELECT * FROM "Client") SELECT FROM "Case" c JOIN p ON p."organizationId" = c."organizationId" WHERE ${own}`,
    ],
    ["the organization itself", `SELECT name FROM "Organization" o WHERE o."reportsToHeadquarters"`],
    ["a change", `UPDATE "Case" c SET title = $2 WHERE c.id = $3`],
    ["a deletion", `DELETE FROM "CaseTag" t WHERE t."caseId" = $2`],
    [
      "a change by what was read",
      `UPDATE "Case" c SET title = p."lastName" FROM "Client" p WHERE ${own} AND p.id = c."plaintiffId"`,
    ],
    ["a new row", `INSERT INTO "CaseTag" ("organizationId", "caseId", "tagId") VALUES ($2, $1, $3)`],
    [
      "new rows of what was read",
      `INSERT INTO "CaseTag" ("organizationId", "caseId", "tagId") SELECT $2, c.id, $3 FROM "Case" c WHERE ${own}`,
    ],
  ])("%s", async (_, text) => {
    expect(listUnfiltered(await explainStatement(owner, text), new Set([1]), tables)).not.toEqual([]);
  });

  test.each([
    `SELECT FROM "Case" c WHERE ${own} AND c.id = $2`,
    `SELECT FROM "Case" c WHERE (${own} AND c.id = $2) OR (${own} AND c.title = $3)`,
    `SELECT p.email FROM "Case" c LEFT JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId" WHERE ${own}`,
    `SELECT (SELECT email FROM "Client" p WHERE p."organizationId" = c."organizationId" AND p.id = c."plaintiffId") FROM "Case" c WHERE ${own}`,
    `INSERT INTO "CaseTag" ("organizationId", "caseId", "tagId") SELECT c."organizationId", c.id, $2 FROM "Case" c WHERE ${own}`,
  ])("but not in %s", async (text) => {
    expect(listUnfiltered(await explainStatement(owner, text), new Set([1]), tables)).toEqual([]);
  });

  test("an organization ID given as an argument does not count as the context's", async () => {
    const recordOne = async (called: StoreFunction) => {
      const [statement] = await recordStatements(called, [], new Map());
      return listUnfiltered(
        await explainStatement(owner, statement?.text ?? ""),
        statement?.organization ?? new Set(),
        tables,
      );
    };
    const select = (context: unknown, id: string) =>
      (context as Context).transaction.selectFrom("Case").select("title").where("organizationId", "=", id).execute();
    expect(await recordOne((context) => select(context, (context as Context).organizationId))).toEqual([]);
    expect(await recordOne((context, input) => select(context, (input as Context).organizationId))).not.toEqual([]);
  });
});
