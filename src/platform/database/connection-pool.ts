import type { Socket } from "node:net";
import { Pool, types } from "pg";
import type { PoolClient } from "pg";
import { withServerOptions } from "./connection-url.ts";
import { hasStalePlan } from "./prepared-statements.ts";

export type { Pool } from "pg";

/**
 * Settings of every connection. They stand in the URL's `options`, so that a pooler or a role default cannot undo them.
 * Source: platform-notes, "PostgreSQL settings that proved themselves".
 */
export const connectionOptions =
  "-c TimeZone=UTC -c statement_timeout=5000 -c lock_timeout=2000 " +
  "-c idle_in_transaction_session_timeout=10000 -c client_connection_check_interval=500";

/** A little more than statement_timeout: a live server has responded by then, at least with an error. */
const silenceMilliseconds = 6_000;
/** A login costs both sides more than a request: a pause between two bursts should not empty the pool. */
const idleMilliseconds = 60_000;

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

/** The parsers of column values, also for other kinds of connections. */
export const wireTypes = { getTypeParser: findParser };

/**
 * Opens a pool on `url`; nothing connects before the first statement. Values arrive in the form of the wire, and a server that is lost, silent or migrated costs a request and never the process.
 * @param name what pg_stat_activity shows
 */
export function openPool(url: string, size: number, name = "caseport"): Pool {
  const pool = new Pool({
    connectionString: withServerOptions(url, connectionOptions),
    max: size,
    application_name: name,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: idleMilliseconds,
    types: wireTypes,
  });
  // A connection that dies while idle (a restarted server) is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => undefined);
  // The same for one that dies while a request holds it: the pool does not listen then, and the statement rejects anyway.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  pool.on("acquire", endSilence);
  pool.on("release", (_error, client) => {
    connectionOf(client).setTimeout(0);
    // Not before: the rollback gives back the transaction's locks, which the next run wants.
    if (hasStalePlan(client)) void client.end();
  });
  return pool;
}

/** pg does not declare it: the socket below a client. */
function connectionOf(client: PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** A server that is silent while a request holds the connection (a lost host, a hanging disk) must not hold it for ever. */
function endSilence(client: PoolClient): void {
  const socket = connectionOf(client);
  socket.setTimeout(silenceMilliseconds);
  if (socket.listenerCount("timeout") === 0) socket.on("timeout", () => socket.destroy());
}
