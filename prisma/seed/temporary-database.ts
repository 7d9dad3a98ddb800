import { Client } from "pg";
import { ensureApplicationRole } from "../../src/platform/database/application-role.ts";
import { cloneDatabase } from "../../src/testing/database/clone-database.ts";

/** A migrated, empty database of a test file's own. */
export interface TemporaryDatabase {
  /** By the role that row-level security binds. */
  applicationUrl: string;
  /** Runs a query as the superuser, who sees the rows of all organizations. */
  queryAll(statement: string): Promise<Record<string, unknown>[]>;
  /** Ends the superuser's connection, which the first statement opens: a database with connections cannot be copied. */
  disconnect(): Promise<void>;
}

export async function createTemporaryDatabase(
  options: Parameters<typeof cloneDatabase>[0] = {},
): Promise<TemporaryDatabase> {
  const ownerUrl = await cloneDatabase(options);
  let connection: Promise<Client> | null = null;
  return {
    applicationUrl: await ensureApplicationRole(ownerUrl),
    queryAll: async (statement) => {
      connection ??= connect(ownerUrl);
      return (await (await connection).query<Record<string, unknown>>(statement)).rows;
    },
    disconnect: async () => {
      await (await connection)?.end();
      connection = null;
    },
  };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // The next test file of the worker drops the database.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
