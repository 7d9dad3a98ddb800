import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { expect, inject } from "vitest";
import { nameDatabase, withDatabase } from "../../platform/database/connections/connection-url.ts";

/** Databases of the test file that this worker runs or ran last. */
let copies: { testPath: string | undefined; names: string[] } = { testPath: undefined, names: [] };

/**
 * Copies the migrated template, and drops the copies of the worker's previous test file. Copies may be made at the same
 * time, as long as no session is connected to the template. The operating system copies the files, which is quicker
 * than writing every page to the WAL.
 *
 * @param isKept keeps it for further test files
 * @param template the name of another database to copy
 * @returns the owner's URL of the copy
 */
export async function cloneDatabase({
  isKept = false,
  template,
}: { isKept?: boolean; template?: string } = {}): Promise<string> {
  const templateUrl = inject("templateUrl");
  // A distributed database cannot be copied.
  if (process.env["CASEPORT_CITUS_URL"] !== undefined) return templateUrl;
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new Client({ connectionString: withDatabase(templateUrl, "postgres") });
  await client.connect();
  try {
    const { testPath } = expect.getState();
    if (copies.testPath !== testPath) {
      for (const previous of copies.names) await client.query(`DROP DATABASE ${previous} WITH (FORCE)`);
      copies = { testPath, names: [] };
    }
    if (!isKept) copies.names.push(name);
    await client.query("SET file_copy_method = clone");
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template ?? nameDatabase(templateUrl)} STRATEGY file_copy`);
  } finally {
    await client.end();
  }
  return withDatabase(templateUrl, name);
}

/**
 * The URL by which a server connects to a copy: roles belong to the whole PostgreSQL, so the template's serves all
 * copies.
 */
export function applicationUrlOf(ownerUrl: string): string {
  return withDatabase(inject("templateApplicationUrl"), nameDatabase(ownerUrl));
}
