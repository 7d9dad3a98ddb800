import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../local-postgres/free-port.ts";
import { isRunning, identifyProcess, waitForExit } from "../local-postgres/process-table.ts";
import { projectFolder } from "../run-program.ts";
import { showStep } from "../steps.mjs";
import type { LoadRequest } from "./load.ts";
import type { Plan } from "./plan.ts";
import { environmentWithoutSettings, waitUntilResponding, type Processes } from "./programs.ts";
import { cell, formatTable, showSection, type Verdict } from "./report.ts";
import { describeChange } from "./requests.ts";
import type { BenchSetup } from "./stage.ts";

/** The aim: the whole process under 400 MiB after a million mixed requests. */
const maxMebibytes = 400;
const readings = 5;
/** It may have to build the pages. */
const startPatienceMilliseconds = 600_000;
const stopPatienceMilliseconds = 60_000;
const unreached = "1000000";

/**
 * Resident MiB of the processes of `npm start`, by name. PostgreSQL counts its shared buffers in each process that uses
 * them.
 */
type Resident = Record<"npm" | "launcher" | "server" | "PostgreSQL" | "PostgreSQL without shared memory", number>;

/**
 * The memory of all processes of `npm start`, with its pages, its worker and its demo data, under a mix of requests.
 * Only on Linux.
 */
export async function measureStart(
  { start: plan }: Plan,
  { folder }: BenchSetup,
  processes: Processes,
  stopping: AbortSignal,
): Promise<Verdict[]> {
  if (process.platform !== "linux") return [];
  const port = String(await findFreePort());
  const data = join(folder, "start");
  const limits = Object.fromEntries(
    ["READ", "WRITE", "SENSITIVE"].map((tier) => [`CASEPORT_RATE_LIMIT_${tier}`, unreached]),
  );
  const child = spawn("npm", ["start"], {
    cwd: projectFolder,
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...environmentWithoutSettings(),
      NODE_ENV: "production",
      ...limits,
      PORT: port,
      CASEPORT_HOST: "127.0.0.1",
      CASEPORT_DATA_DIR: data,
    },
  });
  const npm = identifyProcess(child.pid ?? 0);
  if (npm === null) throw new Error("npm start did not start.");
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    await showStep("npm start", () => waitUntilResponding(baseUrl, child, stopping, startPatienceMilliseconds));
    const requests = await mixDemoRequests(baseUrl, data);
    const load = processes.startLoadGenerator();
    const rows: [string, Resident][] = [["at rest", readResident(npm.pid)]];
    let done = 0;
    await showStep("Memory of npm start", async () => {
      for (const end = performance.now() + plan.seconds * 1000; done < plan.requests && performance.now() < end;) {
        const order = {
          baseUrl,
          requests,
          connections: 16,
          seconds: (end - performance.now()) / 1000,
          count: Math.ceil(plan.requests / readings),
        };
        const { responses, failed } = await load.run(order);
        if (failed > responses / 100)
          throw new Error(`npm start: ${failed} of ${responses} requests were not successful.`);
        done += responses;
        rows.push([`${done} requests`, readResident(npm.pid)]);
      }
    });
    return showResident(rows, done, plan.requests);
  } finally {
    // It passes the signal on; the embedded PostgreSQL stops with it.
    if (isRunning(npm)) child.kill("SIGTERM");
    if (!(await waitForExit(npm, stopPatienceMilliseconds))) child.kill("SIGKILL");
  }
}

function showResident(rows: readonly [string, Resident][], done: number, wanted: number): Verdict[] {
  const names = Object.keys(rows[0]?.[1] ?? {}) as (keyof Resident)[];
  const nodeOf = ({ npm, launcher, server }: Resident) => npm + launcher + server;
  showSection(
    "Memory of npm start with pages, worker and demo data: resident MiB; mix of cases, clients, changes of clients, feed pages, full lists and pages of the portal",
    formatTable([
      ["", ...names, "all but PostgreSQL"],
      ...rows.map(([label, resident]) => [
        label,
        ...names.map((name) => cell(resident[name], 0)),
        cell(nodeOf(resident), 0),
      ]),
    ]),
  );
  const last = rows.at(-1)?.[1];
  const short = done < wanted ? "cut short" : "met";
  const assess = (name: string, mebibytes: number): Verdict => ({
    outcome: mebibytes <= maxMebibytes ? short : "MISSED",
    text: `${name} after ${done} of ${wanted} mixed requests: aim <= ${maxMebibytes} MiB, measured ${cell(mebibytes, 0)} MiB`,
  });
  return last === undefined
    ? []
    : [
        assess("memory of the server of npm start", last.server),
        assess("memory of npm start with npm and launcher, without PostgreSQL", nodeOf(last)),
      ];
}

/**
 * Of each case of the first page: the case three times, its client, a change of the client; for each tenth a feed page,
 * a full list and a page of the portal.
 */
async function mixDemoRequests(baseUrl: string, data: string): Promise<LoadRequest[]> {
  const {
    keys: { full },
  } = JSON.parse(readFileSync(join(data, "demo.json"), "utf8")) as { keys: { full: string } };
  const get = (path: string, headers = { "x-api-key": full }): LoadRequest => ({ method: "GET", path, headers });
  const response = await fetch(`${baseUrl}/api/v1/cases?view=full&limit=100`, { headers: { "x-api-key": full } });
  const { cases } = (await response.json()) as { cases: { id: string; plaintiffId: string }[] };
  return cases.flatMap(({ id, plaintiffId }, index) => [
    ...Array.from({ length: 3 }, () => get(`/api/v1/cases/${id}`)),
    get(`/api/v1/clients/${plaintiffId}`),
    describeChange(full, plaintiffId),
    ...(index % 10 === 0
      ? [
          get("/api/v1/events?limit=100"),
          get("/api/v1/cases?view=full&limit=50"),
          { method: "GET", path: "/sign-in", headers: {} },
        ]
      : []),
  ]);
}

function readResident(root: number): Resident {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const found = readStatus(pid);
      return found === null ? [] : [found];
    });
  const within = new Set([root]);
  for (const pid of within) for (const each of all) if (each.parent === pid) within.add(each.pid);
  const ours = all.filter(({ pid }) => within.has(pid));
  const sum = (isIn: (name: string, pid: number) => boolean, read: (status: Status) => number) =>
    ours.filter(({ command, pid }) => isIn(command, pid)).reduce((total, each) => total + read(each), 0) / 1024;
  const isPostgres = (command: string) => command.includes("postgres");
  const resident = ({ kibibytes }: Status) => kibibytes;
  return {
    npm: sum((_, pid) => pid === root, resident),
    launcher: sum((command) => command.includes("launch.mjs"), resident),
    server: sum((command, pid) => pid !== root && !command.includes("launch.mjs") && !isPostgres(command), resident),
    PostgreSQL: sum(isPostgres, resident),
    "PostgreSQL without shared memory": sum(isPostgres, ({ ownKibibytes }) => ownKibibytes),
  };
}

interface Status {
  pid: number;
  parent: number;
  command: string;
  kibibytes: number;
  ownKibibytes: number;
}

/** Null when the process has just gone. */
function readStatus(pid: string): Status | null {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "latin1");
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
    return {
      pid: Number(pid),
      parent: read("PPid"),
      command: readFileSync(`/proc/${pid}/cmdline`, "latin1"),
      kibibytes: read("VmRSS"),
      ownKibibytes: read("RssAnon"),
    };
  } catch {
    return null;
  }
}
