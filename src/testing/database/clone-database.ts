import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

function replaceDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.toString();
}

/** Copies the migrated template. @returns the owner's URL of the copy */
export async function cloneDatabase(): Promise<string> {
  const templateUrl = inject("templateUrl");
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new Client({ connectionString: replaceDatabase(templateUrl, "postgres") });
  await client.connect();
  try {
    // Two files that copy the template at once get in each other's way: the lock makes them queue.
    await client.query("SELECT pg_advisory_lock(1)");
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } finally {
    await client.end();
  }
  return replaceDatabase(templateUrl, name);
}
