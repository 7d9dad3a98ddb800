import { sql } from "kysely";
import { expect } from "vitest";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { seedDemoData, type DemoSummary } from "../../../prisma/seed/demo.ts";
import { createTemporaryDatabase, type TemporaryDatabase } from "../../../prisma/seed/temporary-database.ts";

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

/** The demo data of the worker's test files that only read it: making it takes seconds. */
export function openSeededHarness(): Promise<SeededHarness> {
  shared ??= seedHarness({ isKept: true });
  return shared;
}

/** Demo data of a test file that changes it, or serves requests on it. */
export async function seedHarness(options: { isKept?: boolean } = {}): Promise<SeededHarness> {
  const temporary = await createTemporaryDatabase(options);
  const summary = await seedDemoData({ databaseUrl: temporary.applicationUrl, baseUrl: "http://localhost:3000", secret: testSecret });
  const database = openDatabase(temporary.applicationUrl, 2);
  const listOrganizations = async () => (await temporary.askAll(`SELECT id FROM "Organization" ORDER BY id`)).map(({ id }) => String(id));
  const findIn = async (organizationId: string, statement: string) =>
    (await database.withTenantTransaction(organizationId, (transaction) => sql.raw(statement).execute(transaction))).rows;
  return {
    temporary, database, summary, listOrganizations, findIn,
    expectNowhere: async (statement) => {
      for (const organizationId of await listOrganizations()) expect(await findIn(organizationId, statement)).toEqual([]);
    },
  };
}
