import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { readDemoData } from "./demonstration.ts";
import type { PersonName } from "./people.ts";

/** Makes the second factor of a person's sessions older than the ten minutes for which it counts, by the database's own clock. */
export async function ageSecondFactor(person: PersonName): Promise<void> {
  const folder = process.env["E2E_DATA_DIR"] ?? ".data";
  const { databasePassword } = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")) as { databasePassword: string };
  const port = readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
  const client = new Client({ connectionString: `postgresql://postgres:${databasePassword}@127.0.0.1:${port}/caseport` });
  await client.connect();
  try {
    await client.query(
      `UPDATE "Session" SET "secondFactorAt" = now() - interval '11 minutes' WHERE "userId" = (SELECT id FROM "User" WHERE email = $1)`,
      [readDemoData().portal[person].email],
    );
  } finally {
    await client.end();
  }
}
