import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant } from "../../../testing/harness/tenant.ts";
import { startFileWorkerProcess } from "../../../testing/servers/worker-process.ts";
import { createEngagedPair, createStoredDocument } from "./fixtures.ts";
import type { ReferralDocument } from "./schema.ts";

const kills = isFullExtent ? 15 : 3;
/** How long a worker that died holds its job, in seconds; an installation waits longer. */
const heartbeat = 2;
const documents = 6;

let server: TestServer;
let dataDirectory: string;

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), "caseport-referrals-"));
  server = await startOwnServer({ worker: "none", dataDirectory });
  const owner = await server.connectOwner();
  await owner.query("UPDATE pgboss.queue SET heartbeat_seconds = $1 WHERE name = 'referral-documents'", [heartbeat]);
  await owner.end();
});
afterAll(async () => {
  await server.close(1_000);
  rmSync(dataDirectory, { recursive: true, force: true });
});

const startWorker = () => startFileWorkerProcess(server.applicationUrl, dataDirectory, { superviseSeconds: 1 });

test("15. workers are killed while they copy: each document arrives once", async () => {
  const { database } = server.services;
  const pair = await createEngagedPair(await createTenant(database), await createTenant(database));
  const { origin, handler, sent, received } = pair;
  const documentIds: string[] = [];
  for (let number = 1; number <= documents; number += 1) {
    const bytes = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(2_000_000, number), Buffer.from("\n%%EOF\n")]);
    documentIds.push(await createStoredDocument(server, origin, { caseId: sent.caseId, bytes }));
  }
  const reply = await openApi(server, origin.secret).change("POST", `/referrals/${sent.referralId}/documents`, {
    documentIds,
  });
  expect(reply.status, reply.text).toBe(200);
  for (let kill = 0; kill < kills; kill += 1) {
    const worker = await startWorker();
    await delay(200 + (kill * 1_500) / kills);
    await worker.end("SIGKILL");
  }
  const worker = await startWorker();
  const api = openApi(server, handler.secret);
  const list = async () =>
    readBody<{ documents: ReferralDocument[] }>(await api.get(`/referrals/${received.referralId}/documents`)).documents;
  await expect
    .poll(async () => (await list()).map(({ state }) => state), { timeout: 60_000, interval: 200 })
    .toEqual(documentIds.map(() => "delivered"));
  await worker.end("SIGTERM");
  const copies = readBody<{ documents: { id: string; sha256: string }[] }>(
    await api.get(`/documents?caseId=${received.caseId}`),
  ).documents;
  const shared = await list();
  const sorted = (values: readonly unknown[]) => values.map(String).toSorted();
  expect(sorted(copies.map(({ id }) => id))).toEqual(sorted(shared.map(({ documentId }) => documentId)));
  expect(sorted(copies.map(({ sha256 }) => sha256))).toEqual(sorted(shared.map(({ sha256 }) => sha256)));
}, 200_000);
