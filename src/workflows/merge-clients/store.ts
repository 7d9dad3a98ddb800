import { sql } from "kysely";
import type { Context } from "../../rpc/context.ts";

/** A column that refers to a client. */
export interface ClientReference {
  table: string;
  column: string;
  /** How a merge takes it along: pointed at the other client, or by a rule of its own. */
  merge: "repoint" | "apart";
  /** The revision column to increment when the client changes; null where its ETag is the instant of its last change, or it has none. */
  revision: "revision" | "version" | null;
}

/**
 * Every column that refers to a client, in the order in which a merge locks the rows: a test holds it against the database's foreign
 * keys. A new one needs a line here and an entry in `watches` in domain.ts.
 */
export const clientReferences = [
  // What was merged into the one that is now merged itself leads on to the other.
  { table: "Client", column: "mergedIntoClientId", merge: "repoint", revision: "revision" },
  { table: "Lead", column: "convertedClientId", merge: "repoint", revision: "revision" },
  { table: "Case", column: "plaintiffId", merge: "repoint", revision: null },
  { table: "Invoice", column: "clientId", merge: "repoint", revision: "revision" },
  { table: "MedicalFacility", column: "clientId", merge: "repoint", revision: "version" },
  { table: "RetrievalRequest", column: "clientId", merge: "repoint", revision: "revision" },
  { table: "ClientTag", column: "clientId", merge: "apart", revision: null },
  { table: "ClientSsn", column: "clientId", merge: "apart", revision: null },
] as const satisfies readonly ClientReference[];

const repointed = clientReferences.filter((reference) => reference.merge === "repoint");
export type RepointedTable = (typeof repointed)[number]["table"];
/** The ids of the rows that refer to a client, by table. */
export type References = Record<RepointedTable, string[]>;

/**
 * Lets one merge of clients at a time work in the organization, to the end of its transaction: which were merged into a client before
 * can then be looked up, and locked together with it.
 */
export async function lockMerges({ organizationId, transaction }: Context): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`client merge ${organizationId}`}, 0))`.execute(transaction);
}

/** The ids of the clients that were merged into this one; while merges are held there come no others. */
export async function listMergedInto({ transaction, organizationId }: Context, clientId: string, most: number): Promise<string[]> {
  const rows = await transaction
    .selectFrom("Client")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("mergedIntoClientId", "=", clientId)
    .orderBy("id")
    .limit(most + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks every row that refers to the client, deleted ones too, to the end of the transaction: table by table, each in the order of the
 * ids. The client is locked, so that no case of it is added; the cases then are, so that nothing is added to them.
 * @param most so many in all, and one more to tell that there are too many
 */
export async function lockReferences({ transaction, organizationId }: Context, clientId: string, most: number): Promise<References> {
  const found: References = { Client: [], Lead: [], Case: [], Invoice: [], MedicalFacility: [], RetrievalRequest: [] };
  for (const { table, column } of repointed) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND ${sql.ref(column)} = ${clientId}
      ORDER BY id LIMIT ${most + 1} FOR NO KEY UPDATE`.execute(transaction);
    found[table] = rows.map(({ id }) => id);
  }
  return found;
}

/** Points everything at another client that refers to this one, but for what is merged by a rule of its own. */
export async function repointReferences({ transaction, organizationId }: Context, fromClientId: string, toClientId: string): Promise<void> {
  for (const { table, column, revision } of repointed) {
    const raised = revision === null ? sql`` : sql`, ${sql.ref(revision)} = ${sql.ref(revision)} + 1`;
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${toClientId} ${raised}
      WHERE "organizationId" = ${organizationId} AND ${sql.ref(column)} = ${fromClientId}`.execute(transaction);
  }
}
