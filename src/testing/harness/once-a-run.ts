import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { withDatabase } from "../../platform/database/connections/connection-url.ts";

/**
 * Makes what takes seconds once for the whole run: the first worker that needs it makes it, and the others wait for its
 * lock.
 */
export async function makeOnceARun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const file = join(inject("dataDirectory"), `${name}.json`);
  if (!existsSync(file)) await makeUnderLock(name, file, make);
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

async function makeUnderLock(name: string, file: string, make: () => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: withDatabase(inject("templateUrl"), "postgres") });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    if (existsSync(file)) return;
    const draft = `${file}.draft`;
    writeFileSync(draft, JSON.stringify(await make()));
    // Others read it without the lock, so it is whole when it is there.
    renameSync(draft, file);
  } finally {
    await client.end();
  }
}
