import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import type { Pool } from "pg";
import { AppError } from "../../contract/error-codes.ts";
import { openPool } from "./connection-pool.ts";
import { classifyFailure } from "./database-errors.ts";
import { preparingPool } from "./prepared-statements.ts";
import type { Tables } from "./tables.ts";

declare const organizationSet: unique symbol;

/** A transaction that sees and writes the rows of one organization. Only `withTenantTransaction` creates one. */
export type Transaction = Kysely<Tables> & { readonly [organizationSet]: true };

export type EventsListener = (organizationId: string, hasDeliveries: boolean) => void;

export interface Database {
  /** For statements of no organization: key lookup, health, jobs. Row-level security hides every tenant row here. */
  readonly withoutTenant: Kysely<Tables>;
  /** For libraries that require a pool. */
  readonly pool: Pool;
  /**
   * Runs `work` in one transaction in which row-level security shows only this organization's rows.
   * Commits when `work` resolves, rolls back when it throws. After a deadlock or serialization failure `work` runs again, so it
   * must have no effects besides its statements.
   * @param pace `slow` for work that can take seconds: it uses at most a third of the connections
   * @throws RATE_LIMITED immediately, without waiting for a connection, while the maximum of slow work is running
   */
  withTenantTransaction<Result>(organizationId: string, work: (transaction: Transaction) => Promise<Result>, pace?: "slow"): Promise<Result>;
  /** Registers a listener for this process's commits that recorded events. It must not throw. */
  onEvents(listener: EventsListener): void;
  close(): Promise<void>;
}

/** Opens a database on `url`. Nothing connects before the first statement. */
export function openDatabase(url: string, poolSize: number): Database {
  const pool = openPool(url, poolSize);
  const withoutTenant = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  const listeners: EventsListener[] = [];
  const runSlow = limitConcurrency(Math.max(1, Math.floor(poolSize / 3)));
  return {
    withoutTenant,
    pool,
    withTenantTransaction: (organizationId, work, pace) => {
      const run = () => runAgainOnConflict(() =>
        withoutTenant.connection().execute(async (connection) => {
          const transaction = connection as Transaction;
          const result = await executeTransaction(transaction, organizationId, work);
          const hasDeliveries = withEvents.get(transaction);
          if (hasDeliveries !== undefined) for (const listener of listeners) listener(organizationId, hasDeliveries);
          return result;
        }),
      );
      return pace === "slow" ? runSlow(run) : run();
    },
    onEvents: (listener) => void listeners.push(listener),
    close: async () => {
      await withoutTenant.destroy();
      // Kysely ends only a pool that it has used.
      if (!pool.ended) await pool.end();
    },
  };
}

/** @param max concurrent slow transactions; the rest of the pool stays free */
function limitConcurrency(max: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  return async (run) => {
    if (running >= max) throw new AppError("RATE_LIMITED", "The server is running the maximum number of long reads; retry in a moment", { "Retry-After": "2" });
    running += 1;
    try {
      return await run();
    } finally {
      running -= 1;
    }
  };
}

/** Transactions that recorded events, and whether these have webhook deliveries. */
const withEvents = new WeakMap<Transaction, boolean>();

/** Has the listeners called after the commit. @param hasDeliveries whether the events have webhook deliveries */
export function notifyListenersAfterCommit(transaction: Transaction, hasDeliveries: boolean): void {
  withEvents.set(transaction, hasDeliveries || withEvents.get(transaction) === true);
}

const maxRuns = 4;

async function runAgainOnConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await run();
    } catch (error) {
      if (count >= maxRuns || classifyFailure(error) !== "conflict") throw error;
    }
  }
}

const organizationIdPattern = /^[A-Za-z0-9_-]{0,64}$/;

/**
 * BEGIN and the setting share one round trip; Kysely's own transactions would take two.
 * @throws what `work` threw, after the rollback; an error if PostgreSQL rolled back instead of committing
 */
async function executeTransaction<Result>(
  transaction: Transaction,
  organizationId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  // Several statements in one query take no parameters, so the ID is part of the text.
  if (!organizationIdPattern.test(organizationId)) throw new Error("Invalid organization ID");
  await transaction.executeQuery(CompiledQuery.raw(`BEGIN; SET LOCAL caseport.organization = '${organizationId}'`));
  let result: Result;
  try {
    result = await work(transaction);
  } catch (error) {
    // If this fails, the connection is broken: the pool drops it, and the server rolls back.
    await transaction.executeQuery(rollback).catch(() => undefined);
    throw error;
  }
  const { rows } = await transaction.executeQuery<{ command: string }>(commit);
  // PostgreSQL responds to COMMIT with ROLLBACK if a statement failed and its error was caught.
  if (rows[0]?.command === "ROLLBACK") throw new Error("The transaction had failed and was rolled back.");
  return result;
}

const commit = CompiledQuery.raw("COMMIT");
const rollback = CompiledQuery.raw("ROLLBACK");

/** Commits without waiting for the disk: for audit entries of reads, which a crash may lose together with the response. */
export async function commitAsynchronously(transaction: Transaction): Promise<void> {
  await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
}
