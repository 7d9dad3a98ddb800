import type { Pool } from "pg";
import type { Logger } from "../../observability/logger.ts";
import { openPool } from "../connections/connection-pool.ts";

/**
 * Why a replica is not used: not looked at yet, not reachable, of another database, no longer a replica, or too far
 * behind.
 */
export type ReplicaFault = "starting" | "away" | "foreign" | "promoted" | "lagging";

export interface ReplicaState {
  isReplica: boolean;
  /** The database and its cluster: the same on a physical replica. */
  identity: string;
  /** How far the log is written, or replayed. */
  position: number;
}

/** Where the state of a primary or a replica is read. */
export async function readReplicaState(pool: Pool): Promise<ReplicaState> {
  const { rows } = await pool.query<ReplicaState>(`
    SELECT pg_is_in_recovery() AS "isReplica",
      concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), (SELECT oid FROM pg_database WHERE datname = current_database())) AS identity,
      pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END, '0/0')::bigint AS position`);
  const [state] = rows;
  if (state === undefined) throw new Error("The database returned no row.");
  return state;
}

export function findReplicaFault(primary: ReplicaState, replica: ReplicaState): "foreign" | "promoted" | null {
  if (replica.identity !== primary.identity) return "foreign";
  return replica.isReplica ? null : "promoted";
}

const intervalMilliseconds = 500;
const patienceMilliseconds = 1_000;
/** What is written without an event, such as the state of a delivery, is at most this old in a read. */
const maxLagSeconds = 30;
const maxPositions = 1_000;

/**
 * Looks at primary and replica twice a second, on connections of its own: a pool that is exhausted says nothing about
 * the replica.
 */
export class ReplicaWatch {
  readonly #pools: { primary: Pool; replica: Pool };
  readonly #logger: Logger;
  #primary: ReplicaState | undefined;
  /** Where the primary was, and when, as far as the replica has not replayed it. */
  #positions: { at: number; position: number }[] = [];
  #fault: ReplicaFault | null = "starting";
  #looking: Promise<void>;
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(urls: { primary: string; replica: string }, logger: Logger) {
    this.#pools = {
      primary: openPool(urls.primary, 1, { name: "caseport replica" }),
      replica: openPool(urls.replica, 1, { name: "caseport replica" }),
    };
    this.#logger = logger;
    this.#looking = this.#look();
  }

  /** Null while the replica can be used. */
  get fault(): ReplicaFault | null {
    return this.#fault;
  }

  /** How long ago the primary was where the replica is; null where that is unknown. */
  get lagSeconds(): number | null {
    return this.#fault === "starting" || this.#fault === "foreign" || this.#fault === "promoted"
      ? null
      : this.#readLag();
  }

  /** Has it not used until it has been looked at again. */
  reportAway(): void {
    this.#setFault("away");
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#next);
    await this.#looking;
    await Promise.all([this.#pools.primary.end(), this.#pools.replica.end()]);
  }

  async #look(): Promise<void> {
    await this.#lookAtPrimary().catch(() => undefined);
    const timer = setTimeout(() => this.#setFault("away"), patienceMilliseconds);
    await this.#lookAtReplica().catch(() => this.#setFault("away"));
    clearTimeout(timer);
    if (this.#isClosed) return;
    this.#next = setTimeout(() => void (this.#looking = this.#look()), intervalMilliseconds);
    this.#next.unref();
  }

  async #lookAtPrimary(): Promise<void> {
    const at = performance.now();
    this.#primary = await readReplicaState(this.#pools.primary);
    this.#positions.push({ at, position: this.#primary.position });
    // Of a replica that stands still, every second one is enough.
    if (this.#positions.length > maxPositions) this.#positions = this.#positions.filter((_, index) => index % 2 === 0);
  }

  async #lookAtReplica(): Promise<void> {
    const replica = await readReplicaState(this.#pools.replica);
    // The primary has not been reached yet.
    if (this.#primary === undefined) return;
    this.#positions = this.#positions.filter(({ position }) => position > replica.position);
    const fault = findReplicaFault(this.#primary, replica);
    this.#setFault(fault ?? (this.#readLag() > maxLagSeconds ? "lagging" : null));
  }

  #readLag(): number {
    const [oldest] = this.#positions;
    return oldest === undefined ? 0 : (performance.now() - oldest.at) / 1_000;
  }

  #setFault(fault: ReplicaFault | null): void {
    if (fault === this.#fault || this.#isClosed) return;
    this.#fault = fault;
    if (fault === null) this.#logger.info({}, "the replica is used");
    else this.#logger.warn({ fault }, "the replica is not used");
  }
}
