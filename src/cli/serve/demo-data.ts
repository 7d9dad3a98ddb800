import { seedDemoData, type DemoSummary } from "../../../prisma/seed/demo.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { writeSummary } from "./demo-file.ts";

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
