import { z } from "zod";
import { integerBetween, isDatabaseUrl } from "../environment-values.ts";

const DatabaseUrl = z
  .string()
  .refine(isDatabaseUrl, "must be a URL that begins with postgresql:// and names a database")
  .optional();

export const databaseVariables = {
  DATABASE_URL: DatabaseUrl.describe(
    "Your own PostgreSQL (17 or later). With an owner's URL, the start creates the application role.",
  ),
  CASEPORT_DIRECT_DATABASE_URL: DatabaseUrl.describe(
    "The URL of the same database and role without a pooler, if DATABASE_URL leads to PgBouncer in transaction mode: for migrations, and to hear of other processes' events at once.",
  ),
  CASEPORT_REPLICA_URL: DatabaseUrl.describe(
    "A streaming replica of the same database, for reports, exports and lists beyond their first page. User and password are those of the application role; those in the URL are not used.",
  ),
  CASEPORT_DATABASE_POOL_SIZE: integerBetween(2, 200)
    .default(16)
    .describe("Maximum number of database connections of the server."),
};

const Read = z.object(databaseVariables);

export function shapeDatabase(read: z.output<typeof Read>) {
  return {
    databaseUrl: read.DATABASE_URL ?? null,
    directDatabaseUrl: read.CASEPORT_DIRECT_DATABASE_URL ?? null,
    replicaUrl: read.CASEPORT_REPLICA_URL ?? null,
    databasePoolSize: read.CASEPORT_DATABASE_POOL_SIZE,
  };
}
