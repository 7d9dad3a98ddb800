import { Client } from "pg";
import { ensureApplicationRole } from "../../src/platform/database/application-role.ts";
import { cloneDatabase } from "../../src/testing/database/clone-database.ts";

/** A migrated, empty database of a test file's own. */
export interface TemporaryDatabase {
  /** By the role that row-level security binds. */
  applicationUrl: string;
  /** Asks as the superuser, who sees the rows of all organizations. */
  askAll(statement: string): Promise<Record<string, unknown>[]>;
}

export async function createTemporaryDatabase(options: Parameters<typeof cloneDatabase>[0] = {}): Promise<TemporaryDatabase> {
  const ownerUrl = await cloneDatabase(options);
  return {
    applicationUrl: await ensureApplicationRole(ownerUrl),
    askAll: async (statement) => {
      const client = new Client({ connectionString: ownerUrl });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(statement)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
