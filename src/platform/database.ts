import { Socket } from "node:net";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { Transaction as KyselyTransaction } from "kysely";
import { DatabaseError, Pool, types } from "pg";
import type { PoolClient, PoolConfig } from "pg";
import { withServerOptions } from "./connection-url.ts";
import type { Tables } from "./tables.ts";

/** A transaction that sees and writes the rows of one organization. */
export type Transaction = KyselyTransaction<Tables>;

export interface Database {
  /** For statements that belong to no organization: key lookup, health, jobs. Row-level security hides every tenant row here. */
  readonly outside: Kysely<Tables>;
  /** The pool below, for the libraries that want one. */
  readonly pool: Pool;
  /**
   * Runs `work` in one transaction in which row-level security shows this organization alone.
   * Commits when `work` resolves, rolls back when it throws.
   */
  inOrganization<Result>(organizationId: string, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Settings of every connection. They stand in the URL's `options`, so that a pooler or a role default cannot undo them.
 * Source: platform-notes, "PostgreSQL settings that proved themselves".
 */
export const connectionOptions =
  "-c TimeZone=UTC -c statement_timeout=5000 -c lock_timeout=2000 " +
  "-c idle_in_transaction_session_timeout=10000 -c client_connection_check_interval=500";

/** A little more than statement_timeout: a server that lives has answered by then, if only with a refusal. */
const silenceMilliseconds = 6_000;
/** Below that, so that the pool closes unused connections in good order first. */
const idleMilliseconds = 5_000;

const { builtins } = types;
type TypeId = (typeof builtins)[keyof typeof builtins];

/** Columns arrive in the form of the wire, so that no row has to be mapped twice. */
const columnParsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [builtins.DATE, (text) => text],
  // Money, event numbers: CHECK constraints keep them within the safe integers.
  [builtins.INT8, Number],
]);

const findParser: typeof types.getTypeParser = (id: TypeId, format?: "text" | "binary") =>
  (format === "binary" ? undefined : columnParsers.get(id)) ?? types.getTypeParser(id, format);

/** Opens a pool on `url`. Nothing connects before the first statement. */
export function openDatabase(url: string, poolSize: number): Database {
  const pool = createPool({ connectionString: withServerOptions(url, connectionOptions), max: poolSize });
  const outside = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    outside,
    pool,
    inOrganization: (organizationId, work) =>
      outside.transaction().execute(async (transaction) => {
        await sql`SELECT set_config('caseport.organization', ${organizationId}, true)`.execute(transaction);
        return work(transaction);
      }),
    close: () => outside.destroy(),
  };
}

/** Lets this transaction's commit not wait for the disk: for traces of reads, which a crash may lose with the read itself. */
export async function commitAsynchronously(transaction: Transaction): Promise<void> {
  await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool({
    ...config,
    application_name: "caseport",
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: idleMilliseconds,
    stream: openSocket,
    types: { getTypeParser: findParser },
  });
  // A connection that dies while idle (a restarted server) is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => undefined);
  // The same for one that dies while a request holds it: the pool does not listen then, and the statement rejects anyway.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    prepareStatements(client);
  });
  return pool;
}

/** A server that holds the connection and is silent (a lost host, a hanging disk) must not hold requests for ever. */
function openSocket(): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMilliseconds, () => socket.destroy());
  return socket;
}

const statementNames = new Map<string, string>();
const maximumStatementNames = 500;

/** The same name for the same SQL in this process; none once there are too many, so that no connection collects plans without end. */
function nameStatement(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= maximumStatementNames) return known;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/** Statements with parameters are prepared once per connection: PostgreSQL then need not parse and plan them at every request. */
function prepareStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const prepared = async (name: string, text: unknown, values: unknown): Promise<unknown> => {
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (isStalePlan(error)) void client.end();
      throw error;
    }
  };
  const named = (...parameters: unknown[]): unknown => {
    const [text, values] = parameters;
    const plain = parameters.length === 2 && typeof text === "string" && Array.isArray(values) && values.length > 0;
    const name = plain ? nameStatement(text) : undefined;
    return name === undefined ? query(...parameters) : prepared(name, text, values);
  };
  client.query = named as typeof client.query;
}

/**
 * A migration changed the columns of a prepared statement ("cached plan must not change result type"). The statement
 * would fail on this connection for ever; the request under way hears 503, the next one gets a new connection.
 */
function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
}
