import type { Storage } from "../../platform/storage/storage.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { seedDemoData, type DemoSummary } from "../../../prisma/seed/demo.ts";
import { completePeople, createPeople } from "../../../prisma/seed/people.ts";
import { writeSecretFile } from "../../platform/crypto/secret-file.ts";

function summaryFile(dataDirectory: string): string {
  return join(dataDirectory, "demo.json");
}

/** Whether the database holds no organization at all; only then is demo data put into it. */
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
 * Fills an empty database with the demo firms and writes demo.json. The file holds the only copy of the keys
 * and passwords, so it is written before the rows are committed: a kill in between leaves an empty database, and the
 * next start makes both again.
 *
 * @param secret the server's secret, which encrypts stored secrets
 */
export async function createDemoData(
  dataDirectory: string,
  databaseUrl: string,
  { baseUrl, secret, storage }: { baseUrl: string; secret: string; storage: Storage },
): Promise<void> {
  const beforeCommit = async (summary: DemoSummary) => writeSummary(dataDirectory, summary);
  await seedDemoData({ databaseUrl, baseUrl, secret, storage, beforeCommit });
}

/**
 * Creates the accounts of the people in demo.json that are not there yet; also for demo data of an earlier version,
 * whose file has no second factors. The file is written first: after a kill in between, the next start creates the
 * missing accounts.
 *
 * @param secret the server's secret, which encrypts second factors
 */
export async function createDemoPeople(dataDirectory: string, databaseUrl: string, secret: string): Promise<void> {
  const summary = readSummary(dataDirectory);
  if (summary === null) return;
  const people = completePeople(summary.portal);
  writeSummary(dataDirectory, { ...summary, portal: { ...summary.portal, ...people } });
  await createPeople({ databaseUrl, secret, people, otherOrganizationId: summary.otherOrganization.organizationId });
}

export function readSummary(dataDirectory: string): DemoSummary | null {
  const file = summaryFile(dataDirectory);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as DemoSummary) : null;
}

/** Reads demo.json and brings its URLs up to date; null if the file was deleted. */
export function refreshDemoData(dataDirectory: string, baseUrl: string): DemoSummary | null {
  const kept = readSummary(dataDirectory);
  if (kept === null) return null;
  const { calendarFeedUrl } = kept.portal;
  const summary = {
    ...kept,
    baseUrl,
    portal: {
      ...kept.portal,
      ...(calendarFeedUrl !== undefined && { calendarFeedUrl: `${baseUrl}${new URL(calendarFeedUrl).pathname}` }),
    },
  };
  writeSummary(dataDirectory, summary);
  return summary;
}

function writeSummary(dataDirectory: string, summary: DemoSummary): void {
  writeSecretFile(summaryFile(dataDirectory), `${JSON.stringify(summary, null, 2)}\n`);
}
