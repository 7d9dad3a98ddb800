import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { DemoSummary } from "../../../prisma/seed/demo.ts";
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

export function writeSummary(dataDirectory: string, summary: DemoSummary): void {
  writeSecretFile(summaryFile(dataDirectory), `${JSON.stringify(summary, null, 2)}\n`);
}
