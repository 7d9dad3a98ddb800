import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPreparingRequest,
  openWorkTools,
  prepare,
  readRequest,
  seal,
  signAll,
} from "../areas/esign/work/fixtures.ts";
import { openTransfers } from "../composition/file-transfers.ts";
import { jobQueues } from "../composition/job-queues.ts";
import { hooks } from "../composition/transaction-hooks.ts";
import { createInstallationKeys } from "../platform/crypto/installation-keys.ts";
import { prepareDatabase } from "../platform/database/application-role.ts";
import { openDatabase } from "../platform/database/database.ts";
import { installJobQueue } from "../platform/jobs/job-queue.ts";
import { makePdf } from "../platform/pdf/fixtures.ts";
import { testSecret } from "../testing/harness/server.ts";
import { createTenant } from "../testing/harness/tenant.ts";
import { startEmbeddedPostgres } from "./local-postgres/embedded-postgres.ts";

const [requests = 200] = process.argv.slice(2).map(Number);
const pages = 3;
/** How often memory is read, in requests. */
const every = 20;

await main();

/**
 * `node src/cli/bench-signatures.ts [requests]`: what preparing and sealing take, one request after the other, each
 * with one document of three pages, and the memory that the process holds.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "caseport-signatures-"));
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, "data") });
  const { applicationUrl } = await prepareDatabase(postgres.ownerUrl);
  await installJobQueue(postgres.ownerUrl, jobQueues);
  const database = openDatabase(applicationUrl, { poolSize: 2, hooks });
  const installationKeys = createInstallationKeys(testSecret);
  const environment = { baseUrl: "http://localhost", dataDirectory: folder, storage: "disk", s3: null } as const;
  const files = await openTransfers(environment, { database, installationKeys });
  try {
    const tenant = await createTenant(database);
    const services = { database, installationKeys, files };
    const tools = openWorkTools({ services });
    const bytes = await makePdf(Array.from({ length: pages }, (_, page) => ({ text: `Agreement, page ${page + 1}` })));
    const times = { prepare: [] as number[], seal: [] as number[] };
    const memory: number[] = [];
    for (let count = 1; count <= requests; count += 1) {
      const { requestId } = await createPreparingRequest({ services }, tenant, { bytes });
      times.prepare.push(await measure(() => prepare(tools, tenant, requestId)));
      await signAll(tenant, requestId);
      times.seal.push(await measure(() => seal(tools, tenant, requestId)));
      const { status } = await readRequest(tenant, requestId);
      if (status !== "completed") throw new Error(`request ${count} is ${status}`);
      if (count % every === 0) memory.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
    }
    for (const [name, each] of Object.entries(times)) console.log(`${name}: ${describe(each)}`);
    console.log(`resident memory after each ${every} requests, MiB: ${memory.join(", ")}`);
  } finally {
    files.tools.storage.close();
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In milliseconds. */
async function measure(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function describe(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms`;
}
