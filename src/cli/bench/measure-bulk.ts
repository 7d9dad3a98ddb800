import type { BulkJob } from "../../areas/bulk/schema.ts";
import { createBulkHandler } from "../../bulk/run-job.ts";
import { declarations } from "../../composition/router.ts";
import { hooks } from "../../composition/transaction-hooks.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { showStep } from "../steps.mjs";
import { readDatabaseCpu } from "./database-cpu.ts";
import type { LoadRequest } from "./load.ts";
import type { Plan } from "./plan.ts";
import type { MeasuredServer, Processes } from "./programs.ts";
import { assess, cell, formatTable, showSection, showSpread, type Verdict } from "./report.ts";
import { measureSlice, compareRounds, spread, type Sample } from "./slices.ts";
import type { BenchSetup } from "./stage.ts";

const caseCount = 100;
const endless = 1_000_000_000;

/** What one client sends one after the other, and the items of a job. `@` is the number of a record. */
interface Kind {
  label: string;
  method: "PATCH" | "POST" | "PUT";
  describe: (index: number) => { path: string; body: Record<string, unknown> };
}

/** Runs a job as a worker does, without a pace. */
type RunJob = (organizationId: string, jobId: string) => Promise<void>;

/**
 * Writes a second of a bulk job against those of one client that sends the same requests one after the other. The job
 * runs in this process, as in a worker; its creation is not measured.
 *
 * @param start starts a server process on the bench's database
 */
export async function measureBulk(
  { bulk: { rounds, items } }: Plan,
  setup: BenchSetup,
  processes: Processes,
  start: () => Promise<MeasuredServer>,
): Promise<Verdict[]> {
  const database = openDatabase(setup.applicationUrl, { poolSize: 2, hooks });
  try {
    const tenant = await createTenant(database);
    const kinds = await showStep(`${caseCount} cases`, () => describeKinds(tenant));
    const server = await showStep("A server", start);
    const load = processes.startLoadGenerator();
    const runJob = createRunner(setup, database);
    const single: Sample[][] = kinds.map(() => []);
    const jobs: Sample[][] = kinds.map(() => []);
    await showStep(`Jobs of ${items.toLocaleString("en")} items`, async () => {
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const [at, kind] of kinds.entries()) {
          const requests = listRequests(tenant, kind);
          const options = { seconds: 60, count: items, connections: 1 };
          const alone = await measureSlice(
            { load, postgresPid: setup.postgresPid },
            { label: kind.label, server, requests },
            options,
          );
          const jobId = await createJob(server, tenant, listItems(kind, items, round));
          const job = await measureJob(setup, items, () => runJob(tenant.organizationId, jobId));
          await assertSucceeded(server, tenant, jobId);
          if (round === 0) continue;
          single[at]?.push(alone);
          jobs[at]?.push(job);
        }
      }
    });
    await server.end();
    const perSecond = (sample: Sample) => sample.perSecond;
    const ratios = kinds.map((_, at) => compareRounds(jobs[at] ?? [], single[at] ?? [], perSecond));
    const describe = (samples: readonly Sample[] = []) => {
      const median = (read: (sample: Sample) => number) => spread(samples.map(read)).median;
      const cpu = cell(
        median((sample) => sample.cpuMilliseconds),
        2,
      );
      const databaseCpu = cell(
        median((sample) => sample.databaseCpuMilliseconds ?? Number.NaN),
        2,
      );
      return [cell(median(perSecond), 0), `${cpu} + ${databaseCpu}`];
    };
    showSection(
      `Items a second of a job of ${items.toLocaleString("en")} items without a pace, against one client that sends the same requests one after the other`,
      formatTable([
        ["", "requests/s", "CPU ms, Node + PostgreSQL", "items/s", "CPU ms, Node + PostgreSQL", "items x requests"],
        ...kinds.map(({ label }, at) => [
          label,
          ...describe(single[at]),
          ...describe(jobs[at]),
          showSpread(ratios[at] ?? spread([])),
        ]),
      ]),
    );
    return kinds.map(({ label }, at) => assess(`bulk items, ${label}`, 5, ratios[at] ?? spread([]), ">="));
  } finally {
    await database.close();
  }
}

async function describeKinds(tenant: TestTenant): Promise<Kind[]> {
  const made: { caseId: string; clientId: string }[] = [];
  while (made.length < caseCount) made.push(await createCase(tenant));
  const caseOf = (index: number) => made[index % caseCount]?.caseId ?? "";
  const clientOf = (index: number) => made[index % caseCount]?.clientId ?? "";
  return [
    {
      label: "PATCH client",
      method: "PATCH",
      describe: (index) => ({ path: `/clients/${clientOf(index)}`, body: { phone: `555-${serial(index)}` } }),
    },
    {
      label: "POST folder",
      method: "POST",
      describe: (index) => ({ path: `/cases/${caseOf(index)}/folders`, body: { name: `Folder ${serial(index)}` } }),
    },
    {
      label: "POST task",
      method: "POST",
      describe: (index) => ({ path: `/cases/${caseOf(index)}/tasks`, body: { title: `Task ${serial(index)}` } }),
    },
    {
      label: "PUT answer",
      method: "PUT",
      describe: (index) => ({
        path: `/cases/${caseOf(index)}/survey-details/incident.weather`,
        body: { value: `Rain ${serial(index)}` },
      }),
    },
  ];
}

let used = 0;
/** Differs from call to call. */
const serial = (index: number) => `${index}-${(used += 1)}`;

function listRequests({ secret }: TestTenant, { method, describe }: Kind): LoadRequest[] {
  return Array.from({ length: caseCount }, (_, index) => {
    const { path, body } = describe(index);
    const text = JSON.stringify(body).replace(/"([^"]*)"\}$/, '"$1 #"}');
    return { method, path: `/api/v1${path}`, headers: { "x-api-key": secret }, body: text, freshKey: true };
  });
}

function listItems({ label, method, describe }: Kind, count: number, round: number) {
  return Array.from({ length: count }, (_, index) => ({
    method,
    ...describe(index),
    idempotencyKey: `${label} ${round} ${index}`,
  }));
}

async function createJob(server: MeasuredServer, { secret }: TestTenant, items: readonly object[]): Promise<string> {
  const response = await fetch(`${server.baseUrl}/api/v1/bulk`, {
    method: "POST",
    headers: { "x-api-key": secret, "x-idempotency-key": `job ${(used += 1)}`, "content-type": "application/json" },
    body: JSON.stringify({ items }),
  });
  if (response.status !== 201) throw new Error(`A job was rejected: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { bulkJob: BulkJob }).bulkJob.id;
}

async function assertSucceeded(server: MeasuredServer, { secret }: TestTenant, jobId: string): Promise<void> {
  const read = async (path: string) =>
    (await fetch(`${server.baseUrl}/api/v1/bulk/${jobId}${path}`, { headers: { "x-api-key": secret } })).json();
  const { bulkJob } = (await read("")) as { bulkJob: BulkJob };
  if (bulkJob.succeeded !== bulkJob.total)
    throw new Error(`Items failed: ${JSON.stringify(bulkJob)} ${JSON.stringify(await read("/results?limit=3"))}`);
}

function createRunner({ installationSecret }: BenchSetup, database: ReturnType<typeof openDatabase>): RunJob {
  const execute = createBulkHandler({
    execution: {
      database,
      replica: null,
      installationKeys: createInstallationKeys(installationSecret),
      files: { storage: null as never, baseUrl: "" },
      idempotencyHours: 24,
    },
    logger: createLogger("silent"),
    requestLog: { note: () => undefined },
    declarations,
    itemsPerSecond: endless,
    stopping: new AbortController().signal,
    settings: { sensitivePerSecond: endless },
  });
  return (organizationId, jobId) => execute({ organizationId, jobId }, new AbortController().signal);
}

async function measureJob({ postgresPid }: BenchSetup, items: number, run: () => Promise<void>): Promise<Sample> {
  const databaseBefore = readDatabaseCpu(postgresPid);
  const before = process.cpuUsage();
  const begun = performance.now();
  await run();
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const databaseAfter = readDatabaseCpu(postgresPid);
  return {
    cpuMilliseconds: (user + system) / 1_000 / items,
    databaseCpuMilliseconds:
      databaseBefore === null || databaseAfter === null ? null : (databaseAfter - databaseBefore) / items,
    responses: items,
    perSecond: items / seconds,
    medianMilliseconds: (seconds * 1_000) / items,
    failed: 0,
  };
}
