import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { createReport } from "../../areas/reports/fixtures.ts";
import { postRun, readRun } from "../../areas/reports/run/fixtures.ts";
import { signInMember } from "../../areas/team/fixtures.ts";
import { diagnose } from "../../cli/doctor/diagnose.ts";
import type { RunningServer } from "../../http/server.ts";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { withCredentials, withDatabase } from "../../platform/database/connections/connection-url.ts";
import { openDatabase, type Database, type Transaction } from "../../platform/database/database.ts";
import { openReplica, type Replica } from "../../platform/database/replica/replica.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { canReadFromReplica } from "../../rpc/declarations.ts";
import { subjects } from "../conformance/subject.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { openApi, readBody, type Api } from "../harness/requests/api.ts";
import type { Reply } from "../harness/requests/send.ts";
import { startServerOn, type TestServer, withOwnerConnections } from "../harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startStandby, type Standby } from "../servers/standby.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../servers/temporary-postgres.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** A primary with a hot standby that streams from it, and two servers that read from both. */
let primary: TemporaryPostgres;
let standby: Standby;
let probe: DatabaseProbe;
let applicationUrl = "";
let replicaUrl = "";
let servers: RunningServer[];
/** The standby as the application sees it, without any check. */
let copy: Database;

beforeAll(async () => {
  primary = await startTemporaryPostgres(inject("migratedCluster"));
  ({ applicationUrl } = await prepareDatabase(primary.url));
  standby = await startStandby(primary);
  replicaUrl = withCredentials(standby.url, new URL(applicationUrl));
  copy = openDatabase(replicaUrl, { poolSize: 2, hooks });
  probe = openDatabaseProbe(primary.url);
  // The superuser of the replica's URL is not used.
  servers = await Promise.all([0, 1].map(() => startServerOn(applicationUrl, { replicaUrl: standby.url })));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close(1_000)));
  await copy.close();
  await probe.close();
  await standby.remove();
  await primary.remove();
});

const [fromReplica, behind] = [`db;desc="replica"`, `db;desc="primary", replica;desc="behind"`];
const servedBy = ({ status, headers }: Pick<Reply, "status" | "headers">) => [status, headers["server-timing"]];
const addressOf = (at = 0) => ({ baseUrl: servers[at]?.addresses[0] ?? "" });
const apiOf = (secret: string, at = 0) => openApi(addressOf(at), secret);

function findServer(): TestServer {
  const [server] = servers;
  if (server === undefined) throw new Error("No server runs");
  const origin = "http://localhost:3000";
  return withOwnerConnections({ ...server, ...addressOf(), ownerUrl: primary.url, applicationUrl, origin });
}

function findServices(): RunningServer["services"] & { replica: Replica } {
  const { services } = findServer();
  if (services.replica === null) throw new Error("The server has no replica");
  return { ...services, replica: services.replica };
}

interface Firm extends TestTenant {
  caseId: string;
  api: Api;
  /** The cursor of the folders' second page. */
  path: string;
}

const addFolder = async ({ api, caseId }: Pick<Firm, "api" | "caseId">, name: string = randomUUID()) =>
  readBody<{ folder: { id: string } }>(await api.change("POST", `/cases/${caseId}/folders`, { name })).folder.id;

/** Again and again, because on a busy machine the replica may not respond in time: then the primary serves the read. */
async function untilServed<Read extends Pick<Reply, "status" | "headers">>(
  read: () => Promise<Read>,
  by = fromReplica,
): Promise<Read> {
  let last = await read();
  await expect
    .poll(async () => servedBy(last.headers["server-timing"] === by ? last : (last = await read())), { interval: 20 })
    .toEqual([200, by]);
  return last;
}

/** A firm with two pages of folders, which the replica has. */
async function createFirm(): Promise<Firm> {
  const tenant = await createTenant(findServices().database);
  const { caseId } = await createCase(tenant);
  const api = apiOf(tenant.secret);
  for (const name of ["a", "b"]) await addFolder({ api, caseId }, name);
  const first = await api.get(`/cases/${caseId}/folders?limit=1&sort=oldest`);
  expect(servedBy(first)).toEqual([200, undefined]);
  const path = `/cases/${caseId}/folders?sort=oldest&after=${readBody<{ nextCursor: string }>(first).nextCursor}`;
  await untilServed(() => api.get(path));
  return { ...tenant, caseId, api, path };
}

const listFolders = (reply: Reply) => readBody<{ folders: { id: string }[] }>(reply).folders.map(({ id }) => id);
const readOnCopy = <Row>(firm: Firm, work: (reads: Transaction) => Promise<Row>) =>
  copy.withTenantTransaction(firm.organizationId, work, { isSnapshot: true });

async function pauseStandby(): Promise<void> {
  await standby.pause();
  onTestFinished(() => standby.resume());
}

test("a page after a write is the primary's until the replica has the write, from every server and for every key of the firm", async () => {
  const [firm, other] = [await createFirm(), await createFirm()];
  const secondKey = (await createKey(firm, {})).secret;
  await untilServed(() => apiOf(secondKey, 1).get(firm.path));
  await pauseStandby();
  await untilServed(() => firm.api.get(firm.path));
  const written = await addFolder(firm);
  const readers = [firm.api, apiOf(firm.secret, 1), apiOf(secondKey), apiOf(secondKey, 1)];
  const pages = await Promise.all(readers.map((api) => api.get(firm.path)));
  for (const api of readers) await untilServed(() => api.get(firm.path), behind);
  for (const page of pages) expect(listFolders(page)).toContain(written);
  // The control: without the comparison, the page would lack it.
  const rows = await readOnCopy(firm, (reads) =>
    reads
      .selectFrom("Folder")
      .select("id")
      .where("organizationId", "=", firm.organizationId)
      .where("caseId", "=", firm.caseId)
      .execute(),
  );
  expect([rows.length, rows.some(({ id }) => id === written)]).toEqual([2, false]);
  await untilServed(() => other.api.get(other.path));
  await standby.resume();
  await untilServed(() => firm.api.get(firm.path));
  expect(listFolders(await firm.api.get(firm.path))).toEqual(listFolders(pages[0] as Reply));
});

test("the feed, first pages and records are the primary's; errors of a page are the same", async () => {
  const firm = await createFirm();
  const feed = await firm.api.get("/events?limit=1");
  const after = readBody<{ nextCursor: string }>(feed).nextCursor;
  for (const path of [`/events?limit=1&after=${after}`, `/cases/${firm.caseId}`, "/cases"])
    expect(servedBy(await firm.api.get(path))).toEqual([200, undefined]);
  const foreign = await firm.api.get(`/cases/${firm.caseId}/folders?after=${after}`);
  expect([foreign.status, foreign.headers["server-timing"], foreign.body["code"]]).toEqual([
    400,
    undefined,
    "VALIDATION_FAILED",
  ]);
});

test("every list beyond its first page and every report can be read from it, and no feed", () => {
  const reads = subjects
    .map(({ declaration }) => declaration)
    .filter(({ kind, input, meta }) => kind === "query" && ("after" in input.shape || meta.slow === true));
  const namesOf = (input: Record<string, unknown>) =>
    reads.filter((read) => canReadFromReplica(read, input)).map(({ name }) => name);
  const later = new Set(namesOf({ after: "x" }));
  expect([reads.map(({ name }) => name).filter((name) => !later.has(name)), namesOf({})]).toEqual([
    ["events.list", "documentEvents.list"],
    ["reports.run"],
  ]);
});

test("a key that is paused is rejected at its next page, though the replica does not know it", async () => {
  const firm = await createFirm();
  const { secret, keyId } = await createKey(firm, {});
  await untilServed(() => apiOf(secret).get(firm.path));
  await pauseStandby();
  await probe.rows(`UPDATE "IntegrationKey" SET "pausedAt" = now() WHERE id = $1`, [keyId]);
  expect((await apiOf(secret).get(firm.path)).status).toBe(401);
});

test("the replica shows the rows of one organization, and takes no writes", async () => {
  const [firm, other] = [await createFirm(), await createFirm()];
  const replica = findServices().replica;
  let seen: unknown;
  const served = await replica.read(
    firm.organizationId,
    async (reads) => {
      seen = (
        await sql`
      SELECT current_user = session_user AND NOT rolsuper AS "isBound", pg_is_in_recovery() AS "isReplica", ARRAY(SELECT DISTINCT "organizationId" FROM "Folder") AS organizations
      FROM pg_roles WHERE rolname = current_user`.execute(reads)
      ).rows[0];
      await reads.updateTable("Folder").set({ name: "x" }).where("organizationId", "=", firm.organizationId).execute();
    },
    {},
  );
  expect([served, seen]).toEqual([
    { by: "primary", reason: "failed" },
    { isBound: true, isReplica: true, organizations: [firm.organizationId] },
  ]);
  expect(
    await readOnCopy(other, (reads) => reads.selectFrom("Folder").select("organizationId").distinct().execute()),
  ).toEqual([{ organizationId: other.organizationId }]);
});

test("a report is run on the replica; its audit entry and the time of its last run are written to the primary", async () => {
  const firm = await createFirm();
  const reportId = await createReport(firm);
  const { portal } = await signInMember(findServer(), firm, { role: "attorney" });
  await addFolder(firm);
  const run = () => postRun(addressOf(), firm.secret, reportId);
  await untilServed(run);
  const count = async () =>
    (
      await probe.rows(
        `SELECT count(*)::integer AS runs, (SELECT "lastRunAt" IS NOT NULL FROM "ReportSetting" WHERE "reportId" = $1) AS marked FROM "AuditEntry" WHERE "entityId" = $1 AND action = 'reports.run'`,
        [reportId],
      )
    )[0];
  await pauseStandby();
  const before = await count();
  let runs = 0;
  const onReplica = await untilServed(() => {
    runs += 1;
    return run();
  });
  await createCase(firm, { sequenceId: "2026-9" });
  expect(readRun(onReplica).rowCount).toBe(1);
  expect(await count()).toEqual({ runs: Number(before?.["runs"]) + runs, marked: true });
  const runAsMember = () => portal.mutate("reports.run", { reportId });
  await untilServed(runAsMember);
  await addFolder(firm);
  expect(readRun(await untilServed(run, behind)).rowCount).toBe(2);
  await untilServed(runAsMember, behind);
});

test("an export is read from one snapshot of the replica, or of the primary if the replica lacks what was written", async () => {
  const firm = await createFirm();
  const replica = findServices().replica;
  const snapshot = await replica.openSnapshot(firm.organizationId);
  const count = async () =>
    (
      await snapshot?.transaction
        .selectFrom("Folder")
        .select("id")
        .where("organizationId", "=", firm.organizationId)
        .execute()
    )?.length;
  expect(await count()).toBe(2);
  await addFolder(firm);
  await untilServed(() => firm.api.get(firm.path));
  expect(await count()).toBe(2);
  await snapshot?.close();
  await pauseStandby();
  await addFolder(firm);
  expect(await replica.openSnapshot(firm.organizationId)).toBeNull();
});

test("what recovery cancels is read from the primary", async () => {
  const firm = await createFirm();
  const replica = findServices().replica;
  const read = (reads: Transaction) =>
    reads.selectFrom("Folder").select("id").where("organizationId", "=", firm.organizationId).execute();
  const served = await replica.read(
    firm.organizationId,
    async (reads) => {
      await read(reads);
      await probe.rows(`ALTER TABLE "Folder" ADD COLUMN conflict text`);
      // Its lock reaches the replica, where this transaction has read the table.
      for (let turn = 0; turn < 10_000; turn += 1) await read(reads);
    },
    {},
  );
  expect(served).toEqual({ by: "primary", reason: expect.stringMatching(/^(conflict|away)$/) });
  await untilServed(() => firm.api.get(firm.path));
});

test("no request fails while the replica is killed, and it is used again", async () => {
  const firm = await createFirm();
  const replies: unknown[] = [];
  let isRunning = true;
  const working = Promise.all(
    Array.from({ length: 4 }, async (_, at) => {
      while (isRunning) replies.push(servedBy(await apiOf(firm.secret, at % 2).get(firm.path)));
    }),
  );
  const count = (wanted: string) => replies.filter((reply) => String(reply).includes(wanted)).length;
  await expect.poll(() => count(fromReplica), { interval: 5 }).toBeGreaterThan(20);
  standby.kill();
  await expect.poll(() => count("away"), { interval: 5 }).toBeGreaterThan(20);
  const before = count(fromReplica);
  await expect.poll(() => count(fromReplica), { interval: 5 }).toBeGreaterThan(before + 20);
  isRunning = false;
  await working;
  expect(replies.filter((reply) => !String(reply).startsWith("200,"))).toEqual([]);
});

describe("it is not used", () => {
  const reasonOf = async (url: string) => {
    const lines: string[] = [];
    const replica = openReplica(url, {
      databaseUrl: applicationUrl,
      database: findServices().database,
      poolSize: 2,
      logger: createLogger("warn", { write: (line) => void lines.push(line) }),
    });
    onTestFinished(() => replica?.close());
    await expect.poll(() => lines.join(""), { interval: 5 }).toContain("the replica is not used");
    const served = await replica?.read("org_any", () => Promise.reject(new Error("not called")), {});
    expect(await replica?.gauges.read()).toContainEqual({ name: "caseport_replica_used", value: 0 });
    return served;
  };

  test("if it is a primary", async () => {
    expect(await reasonOf(primary.url)).toEqual({ by: "primary", reason: "promoted" });
  });

  test("if it is another database of the same server", async () => {
    await probe.rows("CREATE DATABASE another");
    expect(await reasonOf(withDatabase(primary.url, "another"))).toEqual({ by: "primary", reason: "foreign" });
  });

  test("if nothing listens there", async () => {
    expect(await reasonOf("postgresql://127.0.0.1:1/caseport")).toEqual({ by: "primary", reason: "away" });
  });
});

test("metrics count reads by what served them, and lag grows while the replica stands still", async () => {
  const firm = await createFirm();
  const replica = findServices().replica;
  const sampleOf = async (name: string, labels?: object) =>
    (await replica.gauges.read()).find(
      (sample) =>
        sample.name === name && (labels === undefined || JSON.stringify(sample.labels) === JSON.stringify(labels)),
    )?.value;
  expect(await sampleOf("caseport_replica_used")).toBe(1);
  const reads = () => sampleOf("caseport_replica_reads_total", { target: "replica", reason: "none" });
  const before = await reads();
  await firm.api.get(firm.path);
  expect(await reads()).toBe(Number(before) + 1);
  await pauseStandby();
  await addFolder(firm);
  await expect.poll(() => sampleOf("caseport_replica_lag_seconds"), { interval: 20 }).toBeGreaterThan(0.3);
  await firm.api.get(firm.path);
  expect(await sampleOf("caseport_replica_reads_total", { target: "primary", reason: "behind" })).toBeGreaterThan(0);
});

test("the doctor compares it with the primary", async () => {
  const check = async (url: string) =>
    (await diagnose({ DATABASE_URL: applicationUrl, CASEPORT_REPLICA_URL: url }, 20_000)).find(
      (finding) => finding.check === "Replica",
    );
  expect(await check(replicaUrl)).toMatchObject({
    status: "ok",
    finding: expect.stringMatching(/^It had everything after \d+ ms\.$/),
  });
  expect(await check(primary.url)).toMatchObject({
    status: "failure",
    finding: "It is not a replica, or no longer one.",
  });
  expect(await check("postgresql://127.0.0.1:1/caseport")).toMatchObject({
    status: "failure",
    finding: expect.stringContaining("ECONNREFUSED"),
  });
  await pauseStandby();
  await probe.rows(`ALTER TABLE "Folder" ADD COLUMN more text`);
  expect(await check(replicaUrl)).toMatchObject({
    status: "failure",
    finding: expect.stringMatching(/^It is [\d.]+ MiB of the write-ahead log behind\.$/),
  });
});
