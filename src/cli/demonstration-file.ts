import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { seedDemonstration } from "../../prisma/seed/demonstration.ts";
import type { DemonstrationSummary } from "../../prisma/seed/demonstration.ts";
import { writeSecretFile } from "../platform/secret-file.ts";

function summaryFile(dataDirectory: string): string {
  return join(dataDirectory, "demo.json");
}

/** Whether the database holds no organization at all; only then is a demonstration put into it. */
export async function isEmpty(ownerUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ empty: boolean }>(`SELECT NOT EXISTS (SELECT FROM "Organization") AS empty`);
    return rows[0]?.empty === true;
  } finally {
    await client.end();
  }
}

/**
 * Fills an empty database with the demonstration firms and writes demo.json. The file holds the only copy of the keys
 * and passwords, so it is written before the rows are committed: a kill in between leaves an empty database, and the
 * next start makes both anew.
 */
export async function createDemonstration(dataDirectory: string, databaseUrl: string, baseUrl: string): Promise<void> {
  const beforeCommit = async (summary: DemonstrationSummary) => writeSummary(dataDirectory, summary);
  await seedDemonstration({ databaseUrl, baseUrl, beforeCommit });
}

/** Reads demo.json and brings its address up to date; null when somebody has removed the file. */
export function refreshDemonstration(dataDirectory: string, baseUrl: string): DemonstrationSummary | null {
  const file = summaryFile(dataDirectory);
  if (!existsSync(file)) return null;
  const kept = JSON.parse(readFileSync(file, "utf8")) as DemonstrationSummary;
  const summary = { ...kept, baseUrl };
  writeSummary(dataDirectory, summary);
  return summary;
}

function writeSummary(dataDirectory: string, summary: DemonstrationSummary): void {
  writeSecretFile(summaryFile(dataDirectory), `${JSON.stringify(summary, null, 2)}\n`);
}
