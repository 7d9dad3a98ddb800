import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { sha256Of } from "../../../testing/servers/file-storage.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startFileWorkerProcess } from "../../../testing/servers/worker-process.ts";
import { readTraces } from "../../team/fixtures.ts";
import { openWorkHarness, type WorkHarness } from "./fixtures.ts";
import type { Export } from "../schema.ts";
import { until } from "../../../testing/harness/until.ts";

const rows = isFullExtent ? 100_000 : 20_000;
/** How long a worker that died holds its job, in seconds; an installation waits longer. */
const heartbeat = 2;

let t: WorkHarness;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  t = await openWorkHarness();
  tenant = await createTenant(t.server.services.database);
  const { caseId } = await createCase(tenant);
  owner = new Client({ connectionString: t.server.ownerUrl });
  await owner.connect();
  await owner.query("UPDATE pgboss.queue SET heartbeat_seconds = $1 WHERE name = 'exports'", [heartbeat]);
  // Without triggers, which would write the words of a hundred thousand cases.
  await owner.query("SET session_replication_role = replica");
  await owner.query(
    `INSERT INTO "Case" ("organizationId", id, "sequenceId", "plaintiffId", "caseType", "matterStage", "matterStatus")
     SELECT "organizationId", id || n, "sequenceId" || '-' || n, "plaintiffId", "caseType", "matterStage", "matterStatus"
     FROM "Case", generate_series(1, $1::integer) n WHERE id = $2`,
    [rows - 1, caseId],
  );
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const byId = (left: { objectId: string | null }, right: { objectId: string | null }) =>
  (left.objectId ?? "").localeCompare(right.objectId ?? "");
const startWorker = () =>
  startFileWorkerProcess(t.server.applicationUrl, t.dataDirectory, {
    superviseSeconds: 1,
    exports: { progressMilliseconds: 20 },
  });

async function fetchExport(exportId: string): Promise<Buffer> {
  const { body } = await openApi(t.server, tenant.secret).get(`/exports/${exportId}/download`);
  const { downloadUrl, sha256 } = body["export"] as Export;
  const { bytes } = await t.fetchFile(downloadUrl);
  expect(sha256Of(bytes)).toBe(sha256);
  return bytes;
}

/**
 * On a busy machine the export may be whole before anybody sees that it is not: then with another.
 *
 * @returns its id
 */
async function killInTheMiddle(): Promise<string> {
  for (;;) {
    const { id } = await t.create(tenant);
    const worker = await startWorker();
    await until(async () => ((await t.read(tenant, id)).rowCount ?? 0) > 0);
    await worker.end("SIGKILL");
    const { status, attempts, rowCount, objectId } = await t.read(tenant, id);
    if (status === "completed") continue;
    expect({ status, attempts, objectId }).toEqual({ status: "running", attempts: 1, objectId: null });
    if ((rowCount ?? 0) < rows) return id;
  }
}

test("when a worker is killed midway, another starts over and creates the same file once", async () => {
  const undisturbed = await t.create(tenant);
  await t.execute(tenant, undisturbed.id);
  const whole = await fetchExport(undisturbed.id);
  // A heading, and a line for each.
  expect(whole.toString("utf8").split("\r\n").length - 2).toBe(rows);

  const id = await killInTheMiddle();

  const second = await startWorker();
  await until(async () => (await t.read(tenant, id)).status === "completed");
  expect(await second.end("SIGTERM")).toBe(0);
  expect(await t.read(tenant, id)).toMatchObject({ attempts: 2, rowCount: rows });
  expect((await fetchExport(id)).equals(whole)).toBe(true);
  expect((await readTraces(tenant, id)).events.map(({ eventType }) => eventType)).toEqual([
    "export.created",
    "export.completed",
  ]);
  const named = await tenant.inside((transaction) =>
    transaction.selectFrom("Export").select("objectId").where("objectId", "is not", null).execute(),
  );
  const objects = await tenant.inside((transaction) =>
    transaction.selectFrom("StoredObject").select("id as objectId").execute(),
  );
  expect(objects.toSorted(byId)).toEqual(named.toSorted(byId));
  // What a killed worker had written by then is gone with it, before any purge.
  expect(t.listFiles()).toHaveLength(named.length);
});
