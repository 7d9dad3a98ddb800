import { sql } from "kysely";
import type { Transaction } from "./database.ts";

const owners = { ClientTag: "clientId", DocumentTag: "documentId" } as const;

/** Replaces a record's tags; writes only differences. */
export async function replaceTagRows(
  { transaction, organizationId }: { transaction: Transaction; organizationId: string },
  table: keyof typeof owners,
  recordId: string,
  tags: readonly string[],
): Promise<void> {
  const [rows, owner] = [sql.table(table), sql.ref(owners[table])];
  await sql`DELETE FROM ${rows} WHERE "organizationId" = ${organizationId} AND ${owner} = ${recordId}
    AND tag <> ALL (${[...tags]}::text[])`.execute(transaction);
  await sql`INSERT INTO ${rows} ("organizationId", ${owner}, tag)
    SELECT ${organizationId}, ${recordId}, tag FROM unnest(${[...tags]}::text[]) AS tag ON CONFLICT DO NOTHING`.execute(transaction);
}
