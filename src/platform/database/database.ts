import { Kysely, PostgresDialect, sql, type CompiledQuery } from "kysely";
import type { Pool, QueryResult } from "pg";
import { connectMilliseconds, openPool, type PoolOptions } from "./connections/connection-pool.ts";
import { classifyFailure } from "./database-errors.ts";
import { isDistributed } from "./connections/connection-url.ts";
import { createFairTurns, withTurn } from "./connections/fair-turns.ts";
import { preparingPool, type PreparingConnection } from "./statements/prepared-statements.ts";
import { shareConnections } from "./connections/shared-reads.ts";
import { limitSlowWork } from "./connections/slow-work.ts";
import { commit, type LastStatement } from "./commit.ts";
import { setOrganization, writeOrganization } from "./set-local.ts";
import type { Tables } from "./tables.ts";
import type { TransactionHooks } from "./transaction-hooks.ts";

declare const organizationSet: unique symbol;

/**
 * What sees and writes the rows of one organization. Only `withTenantTransaction` creates one; `withTenantReads` one
 * that only reads.
 */
export type Transaction = Kysely<Tables> & { readonly [organizationSet]: true };

export type EventsListener = (organizationId: string, hasDeliveries: boolean) => void;

/** A statement of no organization, sent before the work; its row is checked before the work's result counts. */
export interface Precondition {
  /** Always the same, with other values. Its only column is a text, and it has at most one row. */
  text: string;
  values: readonly unknown[];
  /**
   * @param value of the only row; undefined without one and for null
   * @throws if the work must not count: its transaction rolls back
   */
  assert(value: string | undefined): void;
}

export interface TransactionOptions {
  /**
   * `slow` for work that can take seconds: it uses at most a third of the connections, and one organization not the
   * last of these.
   */
  pace?: "slow" | undefined;
  /**
   * Sent before the statements of the work, without waiting for its response. It fails if these must not run:
   * PostgreSQL rejects them, and its error is thrown, whatever the work throws.
   */
  guard?: CompiledQuery | undefined;
  /** Whether it only reads, all statements in one snapshot. */
  isSnapshot?: true;
  precondition?: Precondition | undefined;
}

export interface ReadOptions extends Pick<TransactionOptions, "precondition"> {
  /**
   * As of a transaction; `quick` for reads of single records, which may share a connection with others of the
   * organization.
   */
  pace?: TransactionOptions["pace"] | "quick";
}

export interface Database {
  /** For statements of no organization: key lookup, health, jobs. Row-level security hides every tenant row here. */
  readonly withoutTenant: Kysely<Tables>;
  /** For libraries that require a pool. */
  readonly pool: Pool;
  readonly hooks: TransactionHooks;
  /**
   * Runs `work` in one transaction in which row-level security shows only this organization's rows. Commits when `work`
   * resolves, rolls back when it throws. After a deadlock or serialization failure `work` runs again, so it must have
   * no effects besides its statements.
   *
   * @throws RATE_LIMITED immediately, without waiting for a connection, while the maximum of slow work, or of the
   *   organization's, is running
   */
  withTenantTransaction<Result>(
    organizationId: string,
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Runs reads of one organization, each in a transaction of its own: one round trip each. They cannot lock or change
   * rows, and what one sets is gone in the next.
   *
   * @param work as of `withTenantTransaction`
   * @throws as `withTenantTransaction`
   */
  withTenantReads<Result>(
    organizationId: string,
    work: (reads: Transaction) => Promise<Result>,
    options?: ReadOptions,
  ): Promise<Result>;
  /** How many transactions and reads wait for a connection in turn; the pool does not count them. */
  countWaiting(): number;
  /** Registers a listener for this process's commits that recorded events. It must not throw. */
  onEvents(listener: EventsListener): void;
  close(): Promise<void>;
}

export interface DatabaseOptions extends PoolOptions {
  /** The most connections that are open at a time. */
  poolSize: number;
  hooks: TransactionHooks;
}

/** Opens a database on `url`. Nothing connects before the first statement. */
export function openDatabase(url: string, { poolSize, hooks, ...pooling }: DatabaseOptions): Database {
  const pool = openPool(url, poolSize, pooling);
  const connections = preparingPool(pool);
  const withoutTenant = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) });
  const distributed = isDistributed(url);
  const listeners: EventsListener[] = [];
  const runSlow = limitSlowWork(Math.max(1, Math.floor(poolSize / 3)));
  const turns = createFairTurns(poolSize, pooling.connectWithin ?? connectMilliseconds);
  /** Organizations get connections for the same time each. Runs again after a deadlock or serialization failure. */
  const runShared = shareConnections(connections);
  const withConnection = <Result>(
    organizationId: string,
    pace: ReadOptions["pace"],
    work: (connection: PreparingConnection) => Promise<Result>,
  ): Promise<Result> => {
    const runOnConnection = () =>
      pace === "quick" ? runShared(organizationId, work) : withReleased(connections, work);
    const run = () => runAgainOnConflict(() => withTurn(turns, organizationId, runOnConnection));
    return pace === "slow" ? runSlow(organizationId, run) : run();
  };
  return {
    withoutTenant,
    pool,
    hooks,
    withTenantTransaction: (organizationId, work, options = {}) =>
      withConnection(organizationId, options.pace, async (connection) => {
        const { result, recorded } = await executeTransaction(
          connection,
          { organizationId, ...options, distributed },
          work,
        );
        for (const [organization, hasDeliveries] of recorded)
          for (const listener of listeners) listener(organization, hasDeliveries);
        return result;
      }),
    withTenantReads: (organizationId, work, { pace, precondition } = {}) =>
      withConnection(organizationId, pace, async (connection) => {
        const check = sendWithFirst(connection, precondition);
        try {
          const result = await work(bindReads(connection, organizationId, distributed));
          await check();
          return result;
        } finally {
          connection.precedeNext(null);
        }
      }),
    countWaiting: () => turns.countWaiting(),
    onEvents: (listener) => void listeners.push(listener),
    close: async () => {
      await withoutTenant.destroy();
      // Kysely ends only a pool that it has used.
      if (!pool.ended) await pool.end();
    },
  };
}

type Query = (text: string, values: unknown[]) => Promise<QueryResult>;

/** What is known of a running transaction besides its statements. */
interface TransactionState {
  query: Query;
  /** Organizations with recorded events, and whether these have webhook deliveries. */
  recorded: Map<string, boolean>;
  /** Statements to send with COMMIT. */
  last: LastStatement[];
}

const states = new WeakMap<Transaction, TransactionState>();

function stateOf(transaction: Transaction): TransactionState {
  const state = states.get(transaction);
  if (state === undefined) throw new Error("The transaction is over, or not one of withTenantTransaction");
  return state;
}

/**
 * Has the listeners called after the commit.
 *
 * @param events.hasDeliveries whether they have webhook deliveries
 */
export function notifyListenersAfterCommit(
  transaction: Transaction,
  organizationId: string,
  { hasDeliveries }: { hasDeliveries: boolean },
): void {
  const { recorded } = stateOf(transaction);
  recorded.set(organizationId, hasDeliveries || recorded.get(organizationId) === true);
}

/** A part of a transaction: see `shareTransaction`. */
export interface TransactionPart {
  /** Sends its statements as long as they are accepted. What it has sent with COMMIT is its own. */
  transaction: Transaction;
  /** Of the whole transaction. */
  query: Query;
  hasLast(): boolean;
}

/** @param accept throws for a statement that must not be sent */
export function bindPart(whole: Transaction, accept: (text: string) => void): TransactionPart {
  const { query, recorded } = stateOf(whole);
  const transaction = bindStatements(async (text, values) => {
    accept(text);
    return query(text, values);
  }, isOnCluster(whole));
  const state: TransactionState = { query, recorded, last: [] };
  states.set(transaction, state);
  return { transaction, query, hasLast: () => state.last.length > 0 };
}

/** Has row-level security show another organization from the next statement on. */
export async function enterOrganization(transaction: Transaction, organizationId: string): Promise<void> {
  await setOrganization(organizationId).execute(transaction);
}

/** As `enterOrganization`, for the statements that `sendWithCommit` gets from here on. */
export function enterOrganizationWithCommit(transaction: Transaction, organizationId: string): void {
  sendWithCommit(transaction, { statement: setOrganization(organizationId).compile(transaction) });
}

const onCluster = new WeakSet<Kysely<Tables>>();

/**
 * Whether tables of the transaction's database are on several nodes: not every statement that PostgreSQL runs is one
 * for these.
 */
export function isOnCluster(transaction: Kysely<Tables>): boolean {
  return onCluster.has(transaction);
}

export function markOnCluster(transaction: Kysely<Tables>): void {
  onCluster.add(transaction);
}

/**
 * Sends a statement together with COMMIT, after the work: one round trip less, during which its rows would stay locked.
 * The transaction rolls back if it fails.
 */
export function sendWithCommit(transaction: Transaction, last: LastStatement): void {
  stateOf(transaction).last.push(last);
}

async function withReleased<Result>(
  connections: ReturnType<typeof preparingPool>,
  work: (connection: PreparingConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await connections.connect();
  try {
    return await work(connection);
  } finally {
    connection.release();
  }
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

/** A connection's statements as a transaction: each is sent at once. */
const transactions = new WeakMap<PreparingConnection, Transaction>();

function bindTransaction(connection: PreparingConnection, distributed: boolean): Transaction {
  const transaction =
    transactions.get(connection) ?? bindStatements((text, values) => connection.query(text, values), distributed);
  transactions.set(connection, transaction);
  return transaction;
}

/** A connection's reads, by organization: what is bound to one is never used for another. */
const boundReads = new WeakMap<PreparingConnection, Map<string, Transaction>>();
const maxOrganizations = 25;

function bindReads(connection: PreparingConnection, organizationId: string, distributed: boolean): Transaction {
  const ofConnection = boundReads.get(connection) ?? new Map<string, Transaction>();
  boundReads.set(connection, ofConnection);
  const bound = ofConnection.get(organizationId);
  if (bound !== undefined) return bound;
  const setting = writeOrganization(organizationId);
  const reads = bindStatements((text, values) => {
    // The next statement would run without the setting, such as another role.
    if (text.startsWith("SET ") || text.includes("set_config("))
      throw new Error("A read that sets something must declare sharesTransaction");
    return distributed
      ? readInTransaction(connection, setting, text, values)
      : connection.queryAsTenant(organizationId, text, values);
  }, distributed);
  if (ofConnection.size >= maxOrganizations) ofConnection.clear();
  ofConnection.set(organizationId, reads);
  return reads;
}

/** Citus sends to its nodes only what SET LOCAL sets in a transaction block. In one round trip, as `queryAsTenant`. */
async function readInTransaction(
  connection: PreparingConnection,
  setting: string,
  text: string,
  values: unknown[],
): Promise<QueryResult> {
  const [, , result] = await Promise.all([
    connection.query("BEGIN READ ONLY", []),
    connection.query(setting, []),
    connection.query(text, values),
    connection.query("COMMIT", []),
  ]);
  return result;
}

function bindStatements(query: Query, distributed: boolean): Transaction {
  const client = { query, release: () => undefined };
  const pool = { connect: () => Promise.resolve(client), end: () => Promise.resolve(), options: {} };
  const bound = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as Pool }) }) as Transaction;
  if (distributed) markOnCluster(bound);
  return bound;
}

/** @returns waits for the row and checks it */
function sendPrecondition(
  connection: PreparingConnection,
  precondition: Precondition | undefined,
): () => Promise<void> {
  if (precondition === undefined) return () => Promise.resolve();
  const { text, values } = precondition;
  const sent = connection.query(text, [...values]);
  // It fails with the connection; then the work fails, too.
  sent.catch(() => undefined);
  return async () => {
    const { rows } = (await sent) as QueryResult<Record<string, string | null>>;
    precondition.assert(Object.values(rows[0] ?? {})[0] ?? undefined);
  };
}

/**
 * As sendPrecondition, but in the transaction of the first read: one response of PostgreSQL less. If that read fails,
 * it is sent alone.
 */
function sendWithFirst(connection: PreparingConnection, precondition: Precondition | undefined): () => Promise<void> {
  if (precondition === undefined) return () => Promise.resolve();
  const { text, values } = precondition;
  let found: string | undefined;
  connection.precedeNext({ text, values, read: (value) => (found = value ?? undefined) });
  return async () => {
    const isSent = connection.precedeNext(null) === null;
    if (isSent && found !== undefined) precondition.assert(found);
    else await sendPrecondition(connection, precondition)();
  };
}

/**
 * Within a transaction of requests each row is found by an index, however small its table is. PostgreSQL reads a table
 * from end to end that was empty when it planned, and keeps that plan while the table grows, until it is analyzed: a
 * task took 12 ms instead of 1 after the first 600 of an installation. Slow work and snapshots, which read whole
 * tables, are planned as usual.
 */
const byIndexAlone = "SET LOCAL enable_seqscan = off";

function writeBegin({ pace, isSnapshot, distributed }: Begin, setting: string): string[] {
  const begin = isSnapshot === true ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN";
  // Citus would send the whole message to its nodes, BEGIN and all.
  if (distributed) return [begin, setting];
  return [[begin, setting, ...(isSnapshot === true || pace === "slow" ? [] : [byIndexAlone])].join("; ")];
}

type Begin = Pick<TransactionOptions, "pace" | "isSnapshot"> & { distributed: boolean };

/**
 * BEGIN, the setting and the guard travel with the first statement of the work, the last statements with COMMIT.
 *
 * @throws the guard's error, else what `work` threw, after the rollback; an error if PostgreSQL rolled back instead of
 *   committing
 */
async function executeTransaction<Result>(
  connection: PreparingConnection,
  {
    organizationId,
    guard,
    precondition,
    ...options
  }: TransactionOptions & { organizationId: string; distributed: boolean },
  work: (transaction: Transaction) => Promise<Result>,
): Promise<{ result: Result; recorded: TransactionState["recorded"] }> {
  const setting = writeOrganization(organizationId);
  const check = sendPrecondition(connection, precondition);
  const begun = Promise.all([
    ...writeBegin(options, setting).map((message) => connection.query(message, [])),
    ...(guard === undefined ? [] : [connection.query(guard.sql, [...guard.parameters])]),
  ]);
  begun.catch(() => undefined);
  const transaction = bindTransaction(connection, options.distributed);
  const query: Query = (text, values) => connection.query(text, values);
  const state: TransactionState = { query, recorded: new Map(), last: [] };
  states.set(transaction, state);
  try {
    const result = await work(transaction);
    await begun;
    await check();
    await commit(connection, state.last);
    return { result, recorded: state.recorded };
  } catch (error) {
    const cause: unknown = await begun.then(
      () => error,
      (failure: unknown) => failure,
    );
    // If this fails, the connection is broken: the pool drops it, and the server rolls back.
    await connection.query("ROLLBACK", []).catch(() => undefined);
    throw cause;
  } finally {
    states.delete(transaction);
  }
}

/** Commits without waiting for the disk: for audit entries of reads, which a crash may lose together with the response. */
export async function commitAsynchronously(transaction: Transaction): Promise<void> {
  await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
}
