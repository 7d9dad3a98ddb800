import type { Socket } from "node:net";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient, QueryResult } from "pg";
import { isStalePlan } from "../database-errors.ts";
import { PreparedQuery, TenantQuery, type Preceding, type Statement } from "./prepared-query.ts";
import { traceStatement } from "./trace-statement.ts";

const statementNames = new Map<string, string>();
const maxStatementNames = 500;

/**
 * Raised when a migration has changed the columns of a prepared statement, which then fails forever where it is
 * prepared ("cached plan must not change result type"). All statements are then prepared again, under other names, on
 * every connection.
 */
let generation = 0;

/**
 * Marks statements composed for one request, such as a report's: they are not prepared, because each would occupy one
 * of the names.
 */
export const unpreparedMark = "/* once */";

/**
 * The name of a statement, by its text; undefined when there are too many, so that connections do not collect plans
 * without bound.
 */
function nameStatement(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= maxStatementNames || text.startsWith(unpreparedMark)) return known;
  const name = generation === 0 ? `s${statementNames.size}` : `s${statementNames.size}_${generation}`;
  statementNames.set(text, name);
  return name;
}

/** A pooler keeps prepared statements by their text, so a later generation has another one. Marks stay in front. */
const textOf = (text: string) => (generation === 0 ? text : `${text} /* ${generation} */`);

/** The socket of a client; pg does not declare it. */
export function socketOf(client: PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

type Create = (statement: Statement, settle: (error: Error | null, result: QueryResult) => void) => PreparedQuery;

/** @throws PostgreSQL's error, with the stack of the caller */
async function run(client: PoolClient, text: string, values: unknown[], create: Create): Promise<QueryResult> {
  const statement = { name: nameStatement(text), text: textOf(text), values };
  const preparedIn = generation;
  try {
    return await new Promise((resolve, reject) => {
      client.query(create(statement, (error, result) => (error === null ? resolve(result) : reject(error))));
    });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    if (isStalePlan(error) && preparedIn === generation) {
      generation += 1;
      statementNames.clear();
    }
    throw error;
  }
}

/** A pool for Kysely's dialect that runs every statement with a {@link PreparingConnection}. */
export interface PreparingPool extends PostgresPool {
  connect(): Promise<PreparingConnection & PostgresPoolClient>;
}

export function preparingPool(pool: Pool): PreparingPool {
  // Kysely keeps its connections by the client's identity.
  const connections = new WeakMap<PoolClient, PreparingConnection>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const connection = connections.get(client) ?? new PreparingConnection(client);
      connections.set(client, connection);
      return connection as PreparingConnection & PostgresPoolClient;
    },
  };
}

/**
 * The members of a connection that Kysely uses, without streams: row-stream.ts has its own connection. Statements are
 * sent at once, in order, also while earlier ones have no result yet.
 */
export class PreparingConnection {
  readonly #client: PoolClient;
  #first: Preceding | null = null;
  #isShared = false;
  readonly #seats: PreparingConnection[] = [];

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /**
   * The same connection for one of several that read on it at the same time. It gathers its statements with those of
   * the others until the event loop's turn ends.
   *
   * @param seat the reader's number, from 0 on
   */
  shareWith(seat: number): PreparingConnection {
    const shared = (this.#seats[seat] ??= new PreparingConnection(this.#client));
    shared.#isShared = true;
    return shared;
  }

  /**
   * Runs a statement that is prepared once per connection. Without values it is sent unprepared: BEGIN, COMMIT and
   * several statements in one text cannot be prepared.
   */
  query(text: string, values: unknown[]): Promise<QueryResult> {
    this.#gatherWrites();
    return traceStatement(
      text,
      values.length === 0
        ? this.#client.query(text)
        : run(this.#client, text, values, (...rest) => new PreparedQuery(...rest)),
    );
  }

  /** A statement of its own transaction, in which row-level security shows one organization: see `withTenantReads`. */
  queryAsTenant(organizationId: string, text: string, values: unknown[]): Promise<QueryResult> {
    this.#gatherWrites();
    const first = this.#first;
    this.#first = null;
    return traceStatement(
      text,
      run(this.#client, text, values, (...rest) => new TenantQuery(organizationId, first, ...rest)),
    );
  }

  /**
   * Has the next statement of a tenant carry another one; null for none.
   *
   * @returns the one that no statement has carried
   */
  precedeNext(first: Preceding | null): Preceding | null {
    const left = this.#first;
    this.#first = first;
    return left;
  }

  /** Sends the statements of one turn in one write: each write wakes PostgreSQL, and costs a system call. */
  #gatherWrites(): void {
    const socket = socketOf(this.#client);
    if (socket.writableCorked > 0) return;
    socket.cork();
    if (this.#isShared) setImmediate(() => socket.uncork());
    // From a microtask, so that it follows those of this callback.
    else queueMicrotask(() => process.nextTick(() => socket.uncork()));
  }

  /** Closes the connection at once. All that has been sent on it fails as if the server were gone. */
  abort(): void {
    socketOf(this.#client).destroy(
      Object.assign(new Error("An earlier statement waited in vain."), { code: "ETIMEDOUT" }),
    );
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
