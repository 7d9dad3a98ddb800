import { listDatabaseProcesses } from "./database-cpu.ts";
import { readCounters, subtractCounters, type ProcessCounters } from "./process-counters.ts";
import { leadIn, listServers, type Bench, type Contestant, type SliceOptions } from "./slices.ts";
import { countSystemCalls, type SystemCalls } from "./system-calls.ts";
import type { WalReader, WalUse } from "./wal.ts";

/** What one slice used, besides CPU time; in all. */
export interface SliceUse {
  responses: number;
  server: ProcessCounters & { systemCalls: SystemCalls | null };
  database: ProcessCounters & { systemCalls: SystemCalls | null };
  wal: WalUse;
}

/** Puts load on one contestant for a moment, in which it is counted what it uses: so not for timing. */
export async function countSlice(
  bench: Bench & { wal: WalReader },
  contestant: Contestant,
  options: SliceOptions,
): Promise<SliceUse> {
  const order = await leadIn(bench, contestant, options);
  const { load, postgresPid, wal } = bench;
  const pids = { server: listServers(contestant).map(({ pid }) => pid), database: listDatabaseProcesses(postgresPid) };
  const [endServer, endDatabase] = await Promise.all([countSystemCalls(pids.server), countSystemCalls(pids.database)]);
  const read = () => ({ server: readCounters(pids.server), database: readCounters(pids.database) });
  const from = await wal.findEnd();
  const before = read();
  const { responses } = await load.run(order);
  const after = read();
  const to = await wal.findEnd();
  const [ofServer, ofDatabase] = await Promise.all([endServer(), endDatabase()]);
  return {
    responses,
    server: { ...subtractCounters(after.server, before.server), systemCalls: ofServer },
    database: { ...subtractCounters(after.database, before.database), systemCalls: ofDatabase },
    wal: await wal.readUse(from, to),
  };
}
