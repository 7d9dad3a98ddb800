import { sql } from "kysely";
import { expect } from "vitest";
import { nameDatabase } from "../../platform/database/connections/connection-url.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { isSeeded, seedDemoData, type DemoSummary } from "../../../prisma/seed/demo.ts";
import { seededTables } from "../../../prisma/seed/rows.ts";
import { createTemporaryDatabase, type TemporaryDatabase } from "../../../prisma/seed/temporary-database.ts";
import { makeOnceARun } from "./once-a-run.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** Encrypts what the tests' demo data keeps encrypted. */
export const testSecret = "the-secret-of-this-test-0123456789abcdef";

/** A database with the demo in it. */
export interface SeededHarness {
  temporary: TemporaryDatabase;
  database: Database;
  summary: DemoSummary;
  listOrganizations(): Promise<string[]>;
  /** Runs a statement in an organization. */
  findIn(organizationId: string, statement: string): Promise<unknown[]>;
  /** Rows that should not be: the statement, run in each organization, finds what breaks a rule. */
  expectNowhere(statement: string): Promise<void>;
}

let shared: Promise<SeededHarness> | null = null;

/** The demo data that the worker's test files only read. */
export function openSeededHarness(): Promise<SeededHarness> {
  shared ??= seedHarness({ isKept: true });
  return shared;
}

/** The database with the demo that the whole run copies, and its summary. */
interface SeededTemplate {
  template: string;
  summary: DemoSummary;
  /** What other connections found when every row was written and nothing committed. */
  beforeCommit: { rows: number; isSeeded: boolean };
}

/** The demo takes many seconds to make. */
export const prepareTemplate = (): Promise<SeededTemplate> => makeOnceARun("seeded-template", seedTemplate);

async function seedTemplate(): Promise<SeededTemplate> {
  const temporary = await createTemporaryDatabase({ isKept: true });
  const databaseUrl = temporary.applicationUrl;
  let found = { rows: -1, isSeeded: true };
  const summary = await seedDemoData({
    databaseUrl,
    baseUrl: "http://localhost:3000",
    secret: testSecret,
    beforeCommit: async () =>
      void (found = { rows: await countSeededRows(temporary), isSeeded: await isSeeded(databaseUrl) }),
  });
  await temporary.disconnect();
  return { template: nameDatabase(databaseUrl), summary, beforeCommit: found };
}

/** The rows of every table that the seed fills. */
export async function countSeededRows({ queryAll }: TemporaryDatabase): Promise<number> {
  const counts = seededTables.map((table) => `(SELECT count(*) FROM "${table}")`).join(" + ");
  return Number((await queryAll(`SELECT ${counts} AS rows`))[0]?.["rows"]);
}

/** Demo data of a test file that changes it, or serves requests on it. */
export async function seedHarness(options: { isKept?: boolean } = {}): Promise<SeededHarness> {
  const { template, summary } = await prepareTemplate();
  const temporary = await createTemporaryDatabase({ ...options, template });
  const database = openDatabase(temporary.applicationUrl, { poolSize: 2, hooks });
  const listOrganizations = async () =>
    (await temporary.queryAll(`SELECT id FROM "Organization" ORDER BY id`)).map(({ id }) => String(id));
  const findIn = async (organizationId: string, statement: string) =>
    (await database.withTenantTransaction(organizationId, (transaction) => sql.raw(statement).execute(transaction)))
      .rows;
  return {
    temporary,
    database,
    summary,
    listOrganizations,
    findIn,
    expectNowhere: async (statement) => {
      for (const organizationId of await listOrganizations())
        expect(await findIn(organizationId, statement)).toEqual([]);
    },
  };
}
