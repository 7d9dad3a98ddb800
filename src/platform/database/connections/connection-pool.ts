import { Pool, type PoolClient } from "pg";
import { withServerOptions } from "./connection-url.ts";
import { socketOf } from "../statements/prepared-statements.ts";
import { wireTypes } from "./wire-types.ts";

export type { Pool } from "pg";

/** How long a statement waits for a lock. */
export const lockMilliseconds = 2_000;

/** Settings of every connection, in the URL's `options`, so that neither a pooler nor a role default overrides them. */
export const connectionOptions =
  `-c TimeZone=UTC -c statement_timeout=5000 -c lock_timeout=${lockMilliseconds} ` +
  "-c idle_in_transaction_session_timeout=10000 -c client_connection_check_interval=500";

/** More than statement_timeout: a live server has responded by then, at least with an error. */
const silenceMilliseconds = 6_000;
/** TCP probes find idle connections that a firewall dropped. */
const probeMilliseconds = 60_000;
/** How long a request waits for a connection. */
export const connectMilliseconds = 2_000;
/**
 * How long a command or a start waits for one: nobody can ask again for it, and a busy machine takes seconds for a
 * login.
 */
export const patientConnectMilliseconds = 30_000;

export interface PoolOptions {
  name?: string;
  silence?: number;
  connectWithin?: number;
}

/**
 * Opens a pool on `url`; it connects with the first statement. A server that is lost, silent or migrated fails
 * requests, never the process.
 *
 * @param options.name what pg_stat_activity shows
 * @param options.silence milliseconds after which a server that sends nothing is lost
 * @param options.connectWithin milliseconds that a statement waits for a connection
 */
export function openPool(
  url: string,
  size: number,
  { name = "caseport", silence = silenceMilliseconds, connectWithin = connectMilliseconds }: PoolOptions = {},
): Pool {
  const pool = new Pool({
    connectionString: withServerOptions(url, connectionOptions),
    max: size,
    application_name: name,
    connectionTimeoutMillis: connectWithin,
    // Never closed for idleness: on a busy machine a login takes seconds, and a burst after a pause waits for as many as it has requests.
    idleTimeoutMillis: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeMilliseconds,
    types: wireTypes,
    // BEGIN travels with the first statement of a transaction, COMMIT with the last: see database.ts.
    pipeline: true,
  });
  // Without listeners a broken connection would end the process: the pool emits for idle clients, a client itself while in use.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  pool.on("acquire", (client) => endSilence(client, silence));
  pool.on("release", (_error, client) => void socketOf(client).setTimeout(0));
  return pool;
}

/** Opens all connections of the pool. What fails is opened by the request that needs it. */
export async function fillPool(pool: Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const outcome of opened) if (outcome.status === "fulfilled") outcome.value.release();
}

/** Closes a connection whose server is silent (a lost host, a hanging disk). */
function endSilence(client: PoolClient, silence: number): void {
  const socket = socketOf(client);
  socket.setTimeout(silence);
  // The code is what a log shows of it.
  if (socket.listenerCount("timeout") === 0)
    socket.on("timeout", () =>
      socket.destroy(Object.assign(new Error("The server was silent."), { code: "ETIMEDOUT" })),
    );
}
