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
  /** For statements that belong to no organization: key lookup, health, jobs. Row-level security hides every tenant row here. */
  readonly withoutTenant: Kysely<Tables>;
  /** The pool below, for the libraries that want one. */
  readonly pool: Pool;
  /**
   * Runs `work` in one transaction in which row-level security shows this organization alone.
   * Commits when `work` resolves, rolls back when it throws. Where PostgreSQL itself undid it (a deadlock's victim), nothing
   * has happened, and `work` is run again rather than failed: it must leave nothing behind but its statements.
   * @param pace `slow` for what may take seconds: at most a third of the connections are at such work
   * @throws RATE_LIMITED immediately, without waiting for a connection, while the maximum of slow work is running
   */
  withTenantTransaction<Result>(organizationId: string, work: (transaction: Transaction) => Promise<Result>, pace?: "slow"): Promise<Result>;
  /** Registers a listener for commits of this process that recorded events; its argument says whether webhooks are to be delivered. It must not throw. */
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

/** @param most how much slow work goes on at once: what is left of the pool is everybody's */
function limitConcurrency(most: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
  let underWay = 0;
  return async (run) => {
    if (underWay >= most) throw new AppError("RATE_LIMITED", "The server is running the maximum number of long reads; retry in a moment", { "Retry-After": "2" });
    underWay += 1;
    try {
      return await run();
    } finally {
      underWay -= 1;
    }
  };
}

/** Whether deliveries came with the events. */
const withEvents = new WeakMap<Transaction, boolean>();

/** Says that the transaction writes events, which its commit will bring. @param hasDeliveries and deliveries of them to webhooks */
export function notifyListenersAfterCommit(transaction: Transaction, hasDeliveries: boolean): void {
  withEvents.set(transaction, hasDeliveries || withEvents.get(transaction) === true);
}

/** How often a transaction is run at most. */
const maximumRuns = 4;

async function runAgainOnConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await run();
    } catch (error) {
      if (count >= maximumRuns || classifyFailure(error) !== "conflict") throw error;
    }
  }
}

const organizationIdPattern = /^[A-Za-z0-9_-]{0,64}$/;

/**
 * Kysely's own transactions would take a round trip for BEGIN and one for the setting; here they are one.
 * @throws what `work` threw, after the rollback; also when the commit turns out to have been a rollback
 */
async function executeTransaction<Result>(
  transaction: Transaction,
  organizationId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  // Statements that come together can have no parameters, so the id stands in the text: it must be nothing but an id.
  if (!organizationIdPattern.test(organizationId)) throw new Error("This is no organization id.");
  await transaction.executeQuery(CompiledQuery.raw(`BEGIN; SET LOCAL caseport.organization = '${organizationId}'`));
  let result: Result;
  try {
    result = await work(transaction);
  } catch (error) {
    // Where this fails the connection is broken: the pool drops it, and the server rolls back.
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

/** Lets this transaction's commit not wait for the disk: for traces of reads, which a crash may lose with the read itself. */
export async function commitAsynchronously(transaction: Transaction): Promise<void> {
  await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
}
