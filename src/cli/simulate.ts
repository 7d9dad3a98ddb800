import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureApplicationRole } from "../platform/database/application-role.ts";
import type { OpenReceivers } from "./bench/deliveries/receivers.ts";
import { readDatabaseCpu } from "./bench/database-cpu.ts";
import { readWaiting, type MachineReaders } from "./bench/fleet/machine.ts";
import { showReport } from "./bench/fleet/report.ts";
import { simulate, type SimulationOptions } from "./bench/fleet/simulate.ts";
import type { Usage } from "./bench/meter.ts";
import { createProcesses, type MeasuredProcess } from "./bench/programs.ts";
import { createBenchSetup } from "./bench/stage.ts";
import { findFreePort } from "./local-postgres/free-port.ts";
import { showStep } from "./steps.mjs";
import { waitForStopSignal } from "./stop-signal.ts";

const usage = `npm run simulate -- [--firms 100] [--minutes 1] [--rate 12] [--noisy 32] [--cases 10] [--url http://…]
  --rate   requests per minute of an average firm
  --noisy  requests at once of the noisy firm
  --cases  of each firm, at the beginning
  --url    an installation for tests, with its DATABASE_URL of a superuser; firms are added to it, without webhooks`;
const program = (name: string) => join(import.meta.dirname, name);
const hosts = ["hook-1.example.com", "hook-2.example.com", "hook-3.example.com"];

process.exit(await main());

/** @returns the exit code: 1 if a request failed or data was lost, 130 if it was stopped */
async function main(): Promise<number> {
  const stopping = waitForStopSignal([]);
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(
        ["firms", "minutes", "rate", "noisy", "cases", "url"].map((name) => [name, { type: "string" as const }]),
      ),
    });
    const read = (name: string, usual: number) => {
      const value = Number(values[name] ?? usual);
      if (!(value > 0)) throw new Error(`--${name} must be a number above 0.\n\n${usage}`);
      return value;
    };
    const wanted = {
      firms: read("firms", 100),
      seconds: 60 * read("minutes", 1),
      perMinute: read("rate", 12),
      noisyAtOnce: read("noisy", 32),
      casesPerFirm: read("cases", 10),
    };
    const say = (line: string) => console.log(`    ${line}`);
    console.log("\nCaseport: simulation of a fleet of firms\n");
    const run = (target: Omit<SimulationOptions, keyof typeof wanted>) =>
      simulate({ ...wanted, ...target }, stopping, say);
    const { url } = values;
    const report =
      typeof url === "string" ? await run(await describeInstallation(url)) : await withOwnServer(stopping, run);
    showReport(report);
    return report.failed + report.findings.lost + report.findings.twice + report.findings.undelivered > 0 ? 1 : 0;
  } catch (error) {
    console.error(
      stopping.aborted
        ? "\nStopped; everything that the simulation had started is gone."
        : `\n${error instanceof Error ? error.message : String(error)}`,
    );
    return stopping.aborted ? 130 : 1;
  }
}

async function describeInstallation(
  url: string,
): Promise<Omit<SimulationOptions, "firms" | "seconds" | "perMinute" | "noisyAtOnce" | "casesPerFirm">> {
  const ownerUrl = process.env["DATABASE_URL"];
  if (ownerUrl === undefined) throw new Error(`--url needs DATABASE_URL.\n\n${usage}`);
  const readers: MachineReaders = { readCpu: () => Promise.resolve({}), readWaiting: () => Promise.resolve(null) };
  return {
    baseUrl: url,
    origin: new URL(url).origin,
    applicationUrl: await ensureApplicationRole(ownerUrl),
    ownerUrl,
    hosts: [],
    readers,
  };
}

/** PostgreSQL, a server, a worker and the webhooks' receivers, each in processes of their own. */
async function withOwnServer<Result>(
  stopping: AbortSignal,
  run: (target: Awaited<ReturnType<typeof describeInstallation>>) => Promise<Result>,
): Promise<Result> {
  const setup = await showStep("PostgreSQL", () => createBenchSetup());
  const processes = createProcesses(stopping);
  try {
    const { ca, receivers } = (await processes.startTool("deliveries/receivers.ts")({
      command: "open",
      hosts,
      hanging: [],
    })) as OpenReceivers;
    const authority = join(setup.folder, "authority.pem");
    await writeFile(authority, ca);
    const port = String(await findFreePort());
    const metricsPort = String(await findFreePort());
    const origin = `http://127.0.0.1:${port}`;
    const shared = {
      CASEPORT_SECRET: setup.installationSecret,
      CASEPORT_DATA_DIR: setup.folder,
      CASEPORT_BASE_URL: origin,
    };
    const server = await showStep("Server", () =>
      processes.startServer([program("bench/serve-caseport.ts")], {
        ...shared,
        BENCH_DATABASE_URL: setup.applicationUrl,
        BENCH_SECRET: setup.installationSecret,
        CASEPORT_METRICS_PORT: metricsPort,
        CASEPORT_CONNECTIONS_PER_ADDRESS: "50000",
        CASEPORT_CONNECTIONS: "50000",
      }),
    );
    const worker = processes.startMeasured([program("worker.ts")], {
      ...shared,
      DATABASE_URL: setup.applicationUrl,
      NODE_EXTRA_CA_CERTS: authority,
      CASEPORT_WEBHOOK_TEST_RECEIVERS: receivers
        .map(({ host, address, port: at }) => `${host}=${address}:${at}`)
        .join(","),
    });
    await worker.send({ command: "usage" });
    const readers = {
      readCpu: () => readCpu(setup.postgresPid, { server, worker }),
      readWaiting: () => readWaiting(metricsPort),
    };
    return await run({
      baseUrl: server.baseUrl,
      origin,
      applicationUrl: setup.applicationUrl,
      ownerUrl: setup.ownerUrl,
      hosts,
      readers,
    });
  } finally {
    await processes.close();
    await setup.close();
  }
}

async function readCpu(
  postgresPid: number,
  measured: Record<string, MeasuredProcess>,
): Promise<Record<string, number>> {
  const own = await Promise.all(
    Object.entries(measured).map(async ([name, each]) => [
      name,
      ((await each.send({ command: "usage" })) as Usage).cpuMilliseconds,
    ]),
  );
  return {
    ...(Object.fromEntries(own) as Record<string, number>),
    PostgreSQL: readDatabaseCpu(postgresPid) ?? Number.NaN,
  };
}
