import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { objectKey } from "../../../platform/storage/storage.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { startFileWorkerProcess } from "../../../testing/servers/worker-process.ts";
import { openWorkTools } from "../../esign/work/fixtures.ts";
import { arrangeSettlement } from "../statements/fixtures.arranged.ts";
import type { Statement } from "../statements/schema.ts";
import { renderingQueue } from "./store.queue.ts";

const kills = isFullExtent ? 20 : 4;
/** Enough that some are rendered in each life of a worker. */
const statements = isFullExtent ? 40 : 12;
/** How long a worker that died holds its job, in seconds; an installation waits longer. */
const heartbeat = 2;

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let dataDirectory: string;

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), "caseport-statements-"));
  server = await startOwnServer({ worker: "none", dataDirectory });
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const owner = await server.connectOwner();
  await owner.query("UPDATE pgboss.queue SET heartbeat_seconds = $1 WHERE name = $2", [heartbeat, renderingQueue.name]);
  await owner.end();
});
afterAll(async () => {
  await server.close(1_000);
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function createIssued(): Promise<{ statementId: string; caseId: string }> {
  const { settlementId, shareIds, caseId } = await arrangeSettlement(tenant, { costs: [60_000] });
  const drafted = await api.change("POST", `/settlements/${settlementId}/statements`, { shareId: shareIds[0] });
  const { id: statementId } = readBody<{ settlementStatement: Statement }>(drafted).settlementStatement;
  const issued = await api.change("POST", `/settlement-statements/${statementId}/transitions`, { status: "issued" });
  expect(issued.status, issued.text).toBe(200);
  return { statementId, caseId };
}

const startWorker = () => startFileWorkerProcess(server.applicationUrl, dataDirectory, { superviseSeconds: 1 });

test("workers are killed while they render: each statement gets its PDF once", async () => {
  const issued: Awaited<ReturnType<typeof createIssued>>[] = [];
  for (let number = 0; number < statements; number += 1) issued.push(await createIssued());
  const countRendered = () =>
    tenant.inside(async (transaction) => {
      const rows = await transaction.selectFrom("SettlementStatement").select("documentId").execute();
      return rows.filter(({ documentId }) => documentId !== null).length;
    });
  for (let kill = 0; kill < kills; kill += 1) {
    const worker = await startWorker();
    await delay(200 + (kill * 1_500) / kills);
    await worker.end("SIGKILL");
  }
  const worker = await startWorker();
  await expect.poll(countRendered, { timeout: 90_000, interval: 200 }).toBe(statements);
  await worker.end("SIGTERM");
  const { storage } = openWorkTools(server).files;
  const events = await readEvents(tenant);
  for (const { statementId, caseId } of issued) {
    const statement = readBody<{ settlementStatement: Statement }>(
      await api.get(`/settlement-statements/${statementId}`),
    ).settlementStatement;
    const { documents } = readBody<{ documents: { id: string }[] }>(
      await api.get(`/documents?caseId=${caseId}&category=settlement_statement`),
    );
    expect(documents.map(({ id }) => id)).toEqual([statement.documentId]);
    const created = events.filter(
      ({ eventType, entityId }) => eventType === "document.created" && entityId === statement.documentId,
    );
    expect(created).toHaveLength(1);
    const { objectId } = await tenant.inside((transaction) =>
      transaction
        .selectFrom("DocumentVersion")
        .select("objectId")
        .where("documentId", "=", statement.documentId)
        .executeTakeFirstOrThrow(),
    );
    const bytes = await buffer(await storage.read(objectKey(tenant.organizationId, objectId)));
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.subarray(-6).toString()).toContain("%%EOF");
  }
}, 300_000);
