import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf, makeSealer } from "../../../platform/pdf/fixtures.ts";
import { findTemporaryFolder } from "../../../testing/harness/temporary-folder.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startFileWorkerProcess } from "../../../testing/servers/worker-process.ts";
import { enqueueLostRequests } from "./domain.jobs.ts";
import { createPreparingRequest, readFiles, readRequest, signAll } from "./fixtures.ts";
import { enqueuePreparation, enqueueSealing } from "./store.queues.ts";

/** What a worker of its own does: with the operator's certificate, and with jobs that were lost. */

let server: TestServer;
let tenant: TestTenant;
let folder: string;
let pem: string;
let agreement: Uint8Array;

beforeAll(async () => {
  folder = mkdtempSync(join(findTemporaryFolder(), "caseport-esign-worker-"));
  server = await startOwnServer({ worker: "none", dataDirectory: folder });
  tenant = await createTenant(server.services.database);
  agreement = await makePdf([{ text: "Fee agreement" }]);
  const sealer = await makeSealer();
  ({ pem } = sealer);
  for (const [name, text] of Object.entries({ "own.pem": pem, "own.key": sealer.key }))
    writeFileSync(join(folder, name), text);
  const options = ["-export", "-in", "own.pem", "-inkey", "own.key", "-out", "own.p12", "-passout", "pass:secret 1"];
  execFileSync("openssl", ["pkcs12", ...options], { cwd: folder });
});
afterAll(async () => {
  await server.close(1_000);
  rmSync(folder, { recursive: true, force: true });
});

const inside = (work: (context: Parameters<typeof enqueueSealing>[0]) => Promise<void>) =>
  tenant.inside((transaction) => work({ organizationId: tenant.organizationId, transaction }));
const startWorker = (variables: Record<string, string> = {}) =>
  startFileWorkerProcess(server.applicationUrl, folder, { superviseSeconds: 1 }, variables);
const waitFor = (requestId: string, status: string) =>
  expect
    .poll(async () => (await readRequest(tenant, requestId)).status, { timeout: 60_000, interval: 100 })
    .toBe(status);

const certificateOf = (password: string) => ({
  CASEPORT_SEALING_P12: join(folder, "own.p12"),
  CASEPORT_SEALING_PASSWORD: password,
});

describe("with the operator's certificate", () => {
  test("a worker seals with it, and publishes it without its key", async () => {
    const { requestId } = await createPreparingRequest(server, tenant, { bytes: agreement });
    await inside((context) => enqueuePreparation(context, requestId));
    const worker = await startWorker(certificateOf("secret 1"));
    try {
      await waitFor(requestId, "sent");
      await signAll(tenant, requestId);
      await inside((context) => enqueueSealing(context, requestId));
      await waitFor(requestId, "completed");
    } finally {
      await worker.end("SIGTERM");
    }
    const settings = await tenant.inside((transaction) =>
      transaction.selectFrom("EsignSetting").select(["sealingCertificate", "sealingKey"]).executeTakeFirstOrThrow(),
    );
    const body = (text: string | null) => text?.replaceAll(/-----.*-----|\s/g, "");
    expect([body(settings.sealingCertificate), settings.sealingKey]).toEqual([body(pem), null]);
    // The signature's value names its certificate.
    const [file] = await readFiles(server, tenant, requestId);
    const der = Buffer.from(body(pem) ?? "", "base64").toString("hex");
    expect(
      Buffer.from(file?.sealed ?? [])
        .toString("latin1")
        .toLowerCase(),
    ).toContain(der);
  });

  test("a worker does not start with another password", async () => {
    await expect(startWorker(certificateOf("another"))).rejects.toThrow(
      /CASEPORT_SEALING_P12: the PKCS #12 file cannot be read/,
    );
  });
});

describe("a job that was lost", () => {
  const longAgo = () => new Date(Date.now() - 16 * 60_000).toISOString();
  const countJobs = async (requestId: string) => {
    const { rows } = await tenant.inside((transaction) =>
      sql`SELECT FROM pgboss.job WHERE data->>'requestId' = ${requestId} AND state <= 'active'`.execute(transaction),
    );
    return rows.length;
  };
  /** Without the trigger, which sets `updatedAt` at every change. */
  const age = async (requestId: string) => {
    const owner = await server.connectOwner();
    await owner.query(`ALTER TABLE "EsignRequest" DISABLE TRIGGER touch`);
    await owner.query(`UPDATE "EsignRequest" SET "updatedAt" = $2 WHERE id = $1`, [requestId, longAgo()]);
    await owner.query(`ALTER TABLE "EsignRequest" ENABLE TRIGGER touch`);
    await owner.end();
  };

  test("is enqueued again, once; that of a request that waits for less than 15 minutes, or has its job, is not", async () => {
    const { database } = server.services;
    const lost = await createPreparingRequest(server, tenant, { bytes: agreement });
    const recent = await createPreparingRequest(server, tenant, { bytes: agreement });
    const queued = await createPreparingRequest(server, tenant, { bytes: agreement });
    await inside((context) => enqueuePreparation(context, queued.requestId));
    for (const { requestId } of [lost, queued]) await age(requestId);
    expect(await enqueueLostRequests(database)).toBe(1);
    expect(await enqueueLostRequests(database)).toBe(0);
    expect(await Promise.all([lost, recent, queued].map(({ requestId }) => countJobs(requestId)))).toEqual([1, 0, 1]);
    const worker = await startWorker();
    try {
      await waitFor(lost.requestId, "sent");
      await signAll(tenant, lost.requestId);
      await age(lost.requestId);
      expect(await enqueueLostRequests(database)).toBe(1);
      await waitFor(lost.requestId, "completed");
    } finally {
      await worker.end("SIGTERM");
    }
    expect(await enqueueLostRequests(database)).toBe(0);
    expect((await readRequest(tenant, recent.requestId)).status).toBe("preparing");
  });
});
