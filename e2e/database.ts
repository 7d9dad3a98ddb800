import { readFileSync } from "node:fs";
import { join } from "node:path";
import { patientConnectMilliseconds } from "../src/platform/database/connections/connection-pool.ts";
import { openDatabase, type Database } from "../src/platform/database/database.ts";
import { hooks } from "../src/composition/transaction-hooks.ts";

/** The data folder of the server under test. */
export const dataFolder = process.env["E2E_DATA_DIR"] ?? ".data";

/**
 * Runs work on the database of the server under test, as its owner: what no screen can set up without waiting for a
 * clock.
 */
export async function onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { databasePassword } = JSON.parse(readFileSync(join(dataFolder, "secrets.json"), "utf8")) as {
    databasePassword: string;
  };
  const port = readFileSync(join(dataFolder, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
  const database = openDatabase(`postgresql://postgres:${databasePassword}@127.0.0.1:${port}/caseport`, {
    poolSize: 1,
    hooks,
    // No test fails because the database of a busy machine is slow.
    connectWithin: patientConnectMilliseconds,
    silence: 300_000,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
