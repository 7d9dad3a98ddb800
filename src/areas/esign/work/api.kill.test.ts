import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePdf } from "../../../platform/pdf/fixtures.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { startFileWorkerProcess } from "../../../testing/servers/worker-process.ts";
import { createPreparingRequest, readFiles, readRequest, signAll } from "./fixtures.ts";
import { enqueuePreparation, enqueueSealing } from "./store.queues.ts";

/** Kills in each of the two jobs. */
const kills = isFullExtent ? 20 : 5;
/** How long a worker that died holds its job, in seconds; an installation waits longer. */
const heartbeat = 2;

let server: TestServer;
let tenant: TestTenant;
let dataDirectory: string;

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), "caseport-esign-"));
  server = await startOwnServer({ worker: "none", dataDirectory });
  tenant = await createTenant(server.services.database);
  const owner = await server.connectOwner();
  await owner.query("UPDATE pgboss.queue SET heartbeat_seconds = $1 WHERE name LIKE 'esign-%'", [heartbeat]);
  await owner.end();
});
afterAll(async () => {
  await server.close(1_000);
  rmSync(dataDirectory, { recursive: true, force: true });
});

const startWorker = () => startFileWorkerProcess(server.applicationUrl, dataDirectory, { superviseSeconds: 1 });
const statusOf = async (requestId: string) => (await readRequest(tenant, requestId)).status;
const inside = (work: (context: Parameters<typeof enqueueSealing>[0]) => Promise<void>) =>
  tenant.inside((transaction) => work({ organizationId: tenant.organizationId, transaction }));

/** Kills workers ever later in their work, then lets one end it. */
async function killUntil(requestIds: readonly string[], status: string): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const worker = await startWorker();
    await delay(200 + (kill * 1_800) / kills);
    await worker.end("SIGKILL");
  }
  const worker = await startWorker();
  await expect
    .poll(() => Promise.all(requestIds.map(statusOf)), { timeout: 90_000, interval: 200 })
    .toEqual(requestIds.map(() => status));
  await worker.end("SIGTERM");
}

test("acceptance 10: killed anywhere, each request is sent and completed once, with one sealed version", async () => {
  const bytes = await makePdf([{ text: "Fee agreement" }]);
  const requestIds: string[] = [];
  for (let number = 0; number < kills; number += 1) {
    const { requestId } = await createPreparingRequest(server, tenant, { bytes });
    await inside((context) => enqueuePreparation(context, requestId));
    requestIds.push(requestId);
  }
  await killUntil(requestIds, "sent");
  for (const requestId of requestIds) {
    await signAll(tenant, requestId);
    await inside((context) => enqueueSealing(context, requestId));
  }
  await killUntil(requestIds, "completed");
  const events = await readEvents(tenant);
  for (const requestId of requestIds) {
    // Every version has its bytes: reading them fails otherwise.
    const [file] = await readFiles(server, tenant, requestId);
    expect(file?.versions).toBe(2);
    expect(Buffer.from(file?.sealed?.subarray(0, bytes.length) ?? []).equals(bytes)).toBe(true);
    const types = events.flatMap(({ entityId, eventType }) => (entityId === requestId ? [eventType] : []));
    expect(types).toEqual(["esign_request.sent", "esign_request.completed"]);
  }
}, 400_000);
