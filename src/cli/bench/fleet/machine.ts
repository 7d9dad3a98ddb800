import { availableParallelism, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Client } from "pg";

/** What can be read of the processes that serve the fleet. */
export interface MachineReaders {
  /** CPU time so far, in milliseconds, by process. */
  readCpu(): Promise<Record<string, number>>;
  /** Who waits for a database connection; null if unknown. */
  readWaiting(): Promise<number | null>;
}

/** Of one part of a run. */
export interface Saturation {
  /** Of all cores, by process, in percent. */
  cpu: Record<string, number>;
  waitingMean: number;
  waitingMax: number;
  load: number;
  /** How late the simulator itself was, 99th percentile: a client that is late measures itself. */
  clientDelayMilliseconds: number;
}

const sampleMilliseconds = 500;

/**
 * Samples from now on.
 *
 * @returns ends it
 */
export async function observeMachine(readers: MachineReaders): Promise<() => Promise<Saturation>> {
  const read = async () => ({
    ...(await readers.readCpu()),
    simulator: (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
  });
  const [before, begun] = [await read(), performance.now()];
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const waiting: number[] = [];
  const timer = setInterval(
    () =>
      void readers.readWaiting().then(
        (count) => count !== null && waiting.push(count),
        () => undefined,
      ),
    sampleMilliseconds,
  );
  return async () => {
    clearInterval(timer);
    delay.disable();
    const after: Record<string, number> = await read();
    const available = (performance.now() - begun) * availableParallelism();
    const cpu = Object.entries(before).map(([name, milliseconds]) => [
      name,
      (100 * ((after[name] ?? milliseconds) - milliseconds)) / available,
    ]);
    const sum = waiting.reduce((total, count) => total + count, 0);
    return {
      cpu: Object.fromEntries(cpu) as Record<string, number>,
      waitingMean: waiting.length === 0 ? Number.NaN : sum / waiting.length,
      waitingMax: waiting.length === 0 ? Number.NaN : Math.max(...waiting),
      load: loadavg()[0] ?? Number.NaN,
      clientDelayMilliseconds: Math.max(0, delay.percentile(99) / 1_000_000 - 10),
    };
  };
}

/**
 * From the metrics of a server.
 *
 * @param port of `/api/metrics`
 */
export async function readWaiting(port: string): Promise<number | null> {
  const text = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
  const found = /^caseport_pool_waiting\{pool="requests"\} (\d+)/m.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** Bytes of write-ahead log so far, and rows and bytes of each table with its indexes and partitions. */
export interface Volume {
  wal: number;
  tables: Map<string, { rows: number; bytes: number }>;
}

const measuredTables = [
  "Case",
  "Client",
  "Folder",
  "IntakeAnswer",
  "Event",
  "EventCase",
  "AuditEntry",
  "RequestLog",
  "WebhookDelivery",
  "IdempotencyRecord",
  "SearchTerm",
  "NameKey",
];

export async function readVolume(owner: Client): Promise<Volume> {
  const {
    rows: [log],
  } = await owner.query<{ wal: string }>("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal");
  const tables: Volume["tables"] = new Map();
  for (const name of measuredTables) {
    const {
      rows: [row],
    } = await owner.query<{ rows: string; bytes: string }>(
      `SELECT (SELECT count(*) FROM "${name}") AS rows, coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('"${name}"')), pg_total_relation_size('"${name}"')) AS bytes`,
    );
    tables.set(name, { rows: Number(row?.rows), bytes: Number(row?.bytes) });
  }
  return { wal: Number(log?.wal), tables };
}
