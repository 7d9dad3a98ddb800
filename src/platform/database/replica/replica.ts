import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../contract/errors/error-codes.ts";
import type { Logger } from "../../observability/logger.ts";
import type { GaugeSource } from "../../observability/metrics.ts";
import { withCredentials } from "../connections/connection-url.ts";
import { openDatabase, type Database, type Transaction, type TransactionOptions } from "../database.ts";
import { classifyFailure } from "../database-errors.ts";
import { findNewestEvent } from "./newest-event.ts";
import { ReplicaWatch, type ReplicaFault } from "./watch.ts";
import { openSnapshot, type Snapshot } from "../statements/row-stream.ts";

/**
 * Why the primary serves a read: the replica is not used, lacks what the organization has written, did not respond in
 * time, has no connection for another slow read, canceled the read in favor of its recovery, or failed.
 */
export type PrimaryReason = ReplicaFault | "behind" | "late" | "busy" | "conflict" | "failed";

export type Served<Result> = { by: "replica"; result: Result } | { by: "primary"; reason: PrimaryReason };

/**
 * A streaming replica, for reads that show all that their organization had written when they began. The number of the
 * organization's newest event, which every write of an operation records, is read from the primary, and the replica's
 * snapshot must show that number.
 */
export interface Replica {
  /**
   * Runs reads in one snapshot.
   *
   * @param work must have no effects besides its statements: the primary repeats what the replica failed to read
   * @throws what `work` threw as an AppError, and what the primary rejects with
   */
  read<Result>(
    organizationId: string,
    work: (reads: Transaction) => Promise<Result>,
    options: ReadOptions,
  ): Promise<Served<Result>>;
  /** For an export; it waits a moment for the newest event. Null if the primary has to serve it. */
  openSnapshot(organizationId: string): Promise<Snapshot | null>;
  gauges: GaugeSource;
  close(): Promise<void>;
}

type ReadOptions = Pick<TransactionOptions, "pace" | "precondition">;

export interface ReplicaOptions {
  /**
   * The application role's URL of the primary; its user and password are used for the replica, too, which has the same
   * roles.
   */
  databaseUrl: string;
  database: Database;
  poolSize: number;
  logger: Logger;
}

/** How long a read waits for the replica's first response. */
const patienceMilliseconds = 500;
/** How long an export waits, which a worker begins as soon as its creation is committed. */
const exportPatienceMilliseconds = 1_000;
const exportIntervalMilliseconds = 50;

class NotServed extends Error {
  readonly reason: PrimaryReason;

  constructor(reason: PrimaryReason) {
    super(`The replica does not serve the read: ${reason}`);
    this.reason = reason;
  }
}

/** @returns null without a URL */
export function openReplica(url: string | null, options: ReplicaOptions): Replica | null {
  return url === null ? null : new OpenReplica(withCredentials(url, new URL(options.databaseUrl)), options);
}

class OpenReplica implements Replica {
  readonly gauges: GaugeSource;
  readonly #url: string;
  readonly #primary: Database;
  readonly #database: Database;
  readonly #watch: ReplicaWatch;
  readonly #logger: Logger;
  readonly #counts = new Map<PrimaryReason | "none", number>();

  constructor(url: string, { databaseUrl, database, poolSize, logger }: ReplicaOptions) {
    this.#url = url;
    this.#primary = database;
    this.#database = openDatabase(url, { poolSize, hooks: database.hooks });
    this.#watch = new ReplicaWatch({ primary: databaseUrl, replica: url }, logger);
    this.#logger = logger;
    this.gauges = createGauges(this.#watch, this.#counts);
  }

  async read<Result>(
    organizationId: string,
    work: (reads: Transaction) => Promise<Result>,
    { pace, precondition }: ReadOptions,
  ): Promise<Served<Result>> {
    if (this.#watch.fault !== null) return this.#leaveToPrimary(this.#watch.fault);
    const newest = this.#findNewest(organizationId, { precondition });
    newest.catch(() => undefined);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new NotServed("late")), patienceMilliseconds);
    const progress = { isLate: false, hasBegun: false };
    const attempt = this.#database.withTenantTransaction(
      organizationId,
      async (reads) => {
        // What conflicted with recovery would run on the replica again.
        if (progress.hasBegun) throw new NotServed("conflict");
        const shown = await findNewestEvent(reads, organizationId);
        clearTimeout(timer);
        if (isBehind(shown, await newest)) throw new NotServed("behind");
        if (progress.isLate) throw new NotServed("late");
        progress.hasBegun = true;
        return work(reads);
      },
      { pace, isSnapshot: true },
    );
    try {
      const result = await Promise.race([attempt, late.promise]);
      this.#count("none");
      return { by: "replica", result };
    } catch (error) {
      progress.isLate = true;
      attempt.catch(() => undefined);
      if (error instanceof AppError && progress.hasBegun) throw error;
      await newest;
      return this.#leaveToPrimary(this.#explain(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async openSnapshot(organizationId: string): Promise<Snapshot | null> {
    const deadline = performance.now() + exportPatienceMilliseconds;
    const newest = await this.#findNewest(organizationId, {});
    try {
      for (;;) {
        if (this.#watch.fault !== null) throw new NotServed(this.#watch.fault);
        const snapshot = await openSnapshot(this.#url, organizationId);
        const shown = await findNewestEvent(snapshot.transaction, organizationId).catch(() => undefined);
        if (!isBehind(shown, newest)) {
          this.#count("none");
          return snapshot;
        }
        await snapshot.close();
        if (performance.now() > deadline) throw new NotServed("behind");
        await delay(exportIntervalMilliseconds);
      }
    } catch (error) {
      this.#leaveToPrimary(this.#explain(error));
      return null;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#database.close(), this.#watch.close()]);
  }

  #findNewest(organizationId: string, options: ReadOptions): Promise<number | undefined> {
    return this.#primary.withTenantReads(organizationId, (reads) => findNewestEvent(reads, organizationId), options);
  }

  #leaveToPrimary(reason: PrimaryReason): { by: "primary"; reason: PrimaryReason } {
    this.#count(reason);
    return { by: "primary", reason };
  }

  #count(reason: PrimaryReason | "none"): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  #explain(error: unknown): PrimaryReason {
    if (error instanceof NotServed) return error.reason;
    // The maximum of slow reads is running.
    if (error instanceof AppError) return "busy";
    const failure = classifyFailure(error);
    if (failure === "away") this.#watch.reportAway();
    else if (failure === "other") this.#logger.warn({ error }, "a read failed on the replica: the primary repeats it");
    return failure === "other" ? "failed" : failure;
  }
}

/** An organization without events may not have arrived on the replica. */
function isBehind(shown: number | undefined, newest: number | undefined): boolean {
  return shown === undefined || shown < (newest ?? 0);
}

/** Without a replica its metrics have names, and no values. */
export function replicaGauges(replica: Replica | null): GaugeSource {
  return replica === null ? createGauges(null, new Map()) : replica.gauges;
}

function createGauges(watch: ReplicaWatch | null, counts: ReadonlyMap<string, number>): GaugeSource {
  return {
    gauges: {
      caseport_replica_used: { help: "Whether the replica is used: 1, or 0." },
      caseport_replica_lag_seconds: { help: "How long ago the primary was where the replica is." },
      caseport_replica_reads_total: {
        help: "Reads that the replica could serve, by what served them, and why the primary did.",
        labels: ["target", "reason"],
      },
    },
    read: () => {
      if (watch === null) return [];
      const { fault, lagSeconds } = watch;
      return [
        { name: "caseport_replica_used", value: Number(fault === null) },
        ...(lagSeconds === null ? [] : [{ name: "caseport_replica_lag_seconds", value: lagSeconds }]),
        ...[...counts].map(([reason, value]) => ({
          name: "caseport_replica_reads_total",
          labels: { target: reason === "none" ? "replica" : "primary", reason },
          value,
        })),
      ];
    },
  };
}
