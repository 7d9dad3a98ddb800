import { Kysely, PostgresDialect, type Compilable, type CompiledQuery } from "kysely";
import { Client } from "pg";
import Cursor from "pg-cursor";
import { connectionOptions } from "../connections/connection-pool.ts";
import { withServerOptions } from "../connections/connection-url.ts";
import { wireTypes } from "../connections/wire-types.ts";
import type { Transaction } from "../database.ts";
import { writeOrganization } from "../set-local.ts";

/**
 * A snapshot of an organization's rows for reads that exceed memory, on its own connection, so that a slow reader
 * delays no request.
 */
export interface Snapshot {
  /** For functions of stores; read-only. Not during `read`: its statements would wait. */
  readonly transaction: Transaction;
  /**
   * A statement's rows in batches, one in memory at a time. Only one statement is read at a time.
   *
   * @param batchRows rows per batch; fewer if they are large
   */
  read<Row>(query: Compilable<Row> | CompiledQuery<Row>, batchRows?: number): AsyncGenerator<Row[], void>;
  /** Ends transaction and connection, at any time. */
  close(): Promise<void>;
}

/** Larger batches are not faster and cost memory: 500 rows took 55 MB more than 100. */
const usualBatch = 100;

/**
 * A forgotten or hanging snapshot ends after twelve hours. Both timeouts are needed: one counts while rows are fetched,
 * the other while the bytes of a file are.
 */
const readingOptions =
  "-c statement_timeout=43200000 -c idle_in_transaction_session_timeout=43200000 -c default_transaction_read_only=on";

export async function openSnapshot(databaseUrl: string, organizationId: string): Promise<Snapshot> {
  if (organizationId === "") throw new Error("Invalid organization ID");
  return beginSnapshot(await connectReader(databaseUrl), organizationId);
}

/** A connection for snapshots, one after the other. */
export interface Reader {
  client: Client;
  /** Resolves when the connection has ended. */
  ended: Promise<void>;
}

export async function connectReader(databaseUrl: string): Promise<Reader> {
  const client = new Client({
    connectionString: withServerOptions(databaseUrl, `${connectionOptions} ${readingOptions}`),
    application_name: "caseport-export",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: wireTypes,
  });
  // A broken connection rejects its statement; without a listener it would also end the process.
  client.on("error", () => undefined);
  await client.connect();
  return { client, ended: new Promise((resolve) => client.once("end", () => resolve())) };
}

/** Begins a snapshot on a connection that has no transaction. If it cannot, it ends the connection. */
export async function beginSnapshot(reader: Reader, organizationId: string): Promise<Snapshot> {
  const { client } = reader;
  const setting = writeOrganization(organizationId);
  const close = () => client.end();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(setting);
  } catch (error) {
    await close();
    throw error;
  }
  const pool = {
    connect: () => Promise.resolve(Object.assign(client, { release: () => undefined })),
    end: close,
    options: {},
  };
  const transaction = new Kysely({ dialect: new PostgresDialect({ pool }) }) as unknown as Transaction;
  return {
    transaction,
    read: (query, batchRows = usualBatch) =>
      readBatches({ ...reader, batchRows }, "compile" in query ? query.compile() : query),
    close,
  };
}

interface Reading extends Reader {
  batchRows: number;
}

async function* readBatches<Row>(
  { client, ended, batchRows }: Reading,
  { sql, parameters }: CompiledQuery<Row>,
): AsyncGenerator<Row[], void> {
  const cursor = client.query(new Cursor<Row>(sql, [...parameters], { types: wireTypes }));
  let failed = false;
  try {
    for (;;) {
      const rows = await cursor.read(batchRows).catch((error: unknown) => {
        failed = true;
        throw error;
      });
      if (rows.length > 0) yield rows;
      if (rows.length < batchRows) return;
    }
  } finally {
    // After an error the cursor is closed, and an ended connection never responds: waiting for either would hang.
    if (!failed) await Promise.race([cursor.close(), ended]);
  }
}
