import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../platform/database/database.ts";
import { showStep } from "../steps.mjs";
import type { SendCommand } from "./conversation.ts";
import { readDatabaseCpu } from "./database-cpu.ts";
import { createBenchTenant, tryChange, type BenchTenant } from "./firms.ts";
import type { NotifyOrder, NotifyResult } from "./floor-notify.ts";
import type { LoadRequest } from "./load.ts";
import type { Usage } from "./meter.ts";
import type { Plan } from "./plan.ts";
import type { MeasuredServer, Processes } from "./programs.ts";
import type { WaitOrder, WaitResult } from "./readers.ts";
import { cell, formatTable, showSection, showSpread, type Verdict } from "./report.ts";
import { quantile, spread } from "./slices.ts";
import type { BenchSetup } from "./stage.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

const manyReaders = 200;
/** A key may have ten places to wait. */
const readersPerKey = 10;
const idleSeconds = 2;
/** Within which a reader at another process gets its response. */
const aimMilliseconds = 100;

/** A row of the table. Each round it is measured once, in turn with the others. */
interface Row {
  label: string;
  /** @returns milliseconds: of each change and reader, or of each notification */
  measure(round: number): Promise<number[]>;
  rounds: number[][];
}

/**
 * How soon readers that wait at one server process get a response after a change through it or through another process,
 * beside two connections that notify one another, and what waiting readers cost while nothing happens.
 *
 * @param start starts a server process on the bench's database
 */
export async function measureWaiting(
  plan: Plan,
  setup: BenchSetup,
  processes: Processes,
  start: () => Promise<MeasuredServer>,
): Promise<Verdict[]> {
  const database = openDatabase(setup.applicationUrl, { poolSize: 2, hooks });
  try {
    const tenant = await createBenchTenant(database);
    const keys = await tenant.addKeys(manyReaders / readersPerKey);
    const [server, other] = await showStep("Two server processes", () => Promise.all([start(), start()]));
    const readers = processes.startTool("readers.ts");
    const [floor, crossing, ...others] = await measureRows(plan, [
      describeFloor(plan, setup, processes.startTool("floor-notify.ts")),
      ...describeCrowds(plan, tenant, keys, { server, other, readers }),
    ]);
    const idle = await showStep("Waiting in vain", async () => [
      await measureIdle(setup, server, readers, []),
      await measureIdle(setup, server, readers, repeatKeys(keys)),
    ]);
    showSection(
      "GET /events?wait=25: from the response to a change until the response to a waiting reader, who waits at another process or at the same",
      [
        ...formatTable([
          ["", "measured", "median ms", "95th percentile ms", "p99 ms", "largest ms", "median x floor"],
          ...[floor, crossing, ...others].map((row) => formatRow(row, floor)),
        ]),
        ...formatTable([
          ["while nothing happens", "server's CPU ms/s", "PostgreSQL CPU ms/s", "resident set, MiB"],
          ...idle,
        ]),
      ],
    );
    await Promise.all([server.end(), other.end()]);
    return [assessWithin(crossing, 0.99)];
  } finally {
    await database.close();
  }
}

const repeatKeys = (keys: readonly string[]) => Array.from({ length: readersPerKey }, () => keys).flat();

function describeFloor({ waiting }: Plan, { applicationUrl }: BenchSetup, send: SendCommand): Row {
  const order: NotifyOrder = { databaseUrl: applicationUrl, count: waiting.changesForOne };
  return {
    label: "floor: NOTIFY until another connection that listens hears it",
    measure: async () => (await send(order)) as NotifyResult,
    rounds: [],
  };
}

/** The first has one reader at another process. */
function describeCrowds(
  { waiting }: Plan,
  tenant: BenchTenant,
  keys: readonly string[],
  { server, other, readers }: { server: MeasuredServer; other: MeasuredServer; readers: SendCommand },
): Row[] {
  const crowds = [
    { label: "1 reader", secrets: keys.slice(0, 1), count: waiting.changesForOne },
    { label: `${manyReaders} readers`, secrets: repeatKeys(keys), count: waiting.changesForMany },
  ];
  const pickChanges = (round: number, count: number): LoadRequest[] =>
    Array.from(
      { length: count },
      (_, index) => tenant.changes[(round * count + index) % tenant.changes.length] as LoadRequest,
    );
  return crowds.flatMap(({ label, secrets, count }) =>
    (
      [
        ["another process", other],
        ["the same process", server],
      ] as const
    ).map(([where, writer]) => ({
      label: `${label}, changed through ${where}`,
      measure: async (round: number) => {
        // Before the measurement: code that runs for the first time, and connections.
        if (round === 0) await tryChange(writer.baseUrl, tenant);
        const order: WaitOrder = {
          baseUrl: server.baseUrl,
          writerUrl: writer.baseUrl,
          secrets,
          changes: pickChanges(round, count),
          waitSeconds: 25,
        };
        return (await readers(order)) as WaitResult;
      },
      rounds: [],
    })),
  );
}

/** All take turns: what slows the machine down for a while slows all of them. */
async function measureRows({ waiting }: Plan, rows: Row[]): Promise<[Row, Row, ...Row[]]> {
  await showStep("Waiting readers", async () => {
    for (let round = 0; round < waiting.rounds; round += 1)
      for (const row of rows) row.rounds.push(await row.measure(round));
  });
  return rows as [Row, Row, ...Row[]];
}

function formatRow({ label, rounds }: Row, floor: Row): string[] {
  const all = rounds.flat();
  const ratios = rounds.map((own, round) => quantile(own, 0.5) / quantile(floor.rounds[round] ?? [], 0.5));
  return [
    label,
    String(all.length),
    ...[0.5, 0.95, 0.99, 1].map((share) => cell(quantile(all, share), 1)),
    showSpread(spread(ratios), 1),
  ];
}

function assessWithin({ label, rounds }: Row, share: number): Verdict {
  const measured = quantile(rounds.flat(), share);
  return {
    outcome: measured <= aimMilliseconds ? "met" : "MISSED",
    text: `p99 of ${label}: aim <= ${aimMilliseconds} ms, measured ${cell(measured, 1)} ms`,
  };
}

/** What a server costs in which readers wait and nothing happens. */
async function measureIdle(
  { postgresPid }: BenchSetup,
  server: MeasuredServer,
  readers: SendCommand,
  secrets: readonly string[],
): Promise<string[]> {
  const order: WaitOrder = {
    baseUrl: server.baseUrl,
    writerUrl: server.baseUrl,
    secrets,
    changes: [],
    waitSeconds: idleSeconds + 1,
  };
  const waiting = secrets.length === 0 ? Promise.resolve() : readers(order);
  await sleep(700);
  const read = async () => ({
    usage: (await server.send({ command: "usage" })) as Usage,
    database: readDatabaseCpu(postgresPid) ?? Number.NaN,
  });
  const before = await read();
  await sleep(idleSeconds * 1_000);
  const after = await read();
  await waiting;
  return [
    `${secrets.length} readers`,
    cell((after.usage.cpuMilliseconds - before.usage.cpuMilliseconds) / idleSeconds, 1),
    cell((after.database - before.database) / idleSeconds, 1),
    cell(after.usage.rssBytes / 1_048_576, 1),
  ];
}
