import { sql } from "kysely";
import { maxShowingNamed } from "../../platform/database/lists/showing-records.ts";
import { isOneOf } from "../../platform/database/records.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";

export interface ClientReference {
  table: string;
  column: string;
  /** Whether a merge updates the column (`repoint`) or has its own rule (`apart`). */
  merge: "repoint" | "apart";
  /**
   * The revision column to increment when the client changes; null where its ETag is the instant of its last change, or
   * it has none.
   */
  revision: "revision" | "version" | null;
}

/**
 * Every column that refers to a client, in the order in which a merge locks the rows; a test compares it with the
 * foreign keys. A new one needs a line here and an entry in `changeTrackers` in domain.ts.
 */
export const clientReferences = [
  // Clients that were merged into the duplicate before.
  { table: "Client", column: "mergedIntoClientId", merge: "repoint", revision: "revision" },
  { table: "Lead", column: "convertedClientId", merge: "repoint", revision: "revision" },
  { table: "Case", column: "plaintiffId", merge: "repoint", revision: null },
  { table: "Invoice", column: "clientId", merge: "repoint", revision: "revision" },
  { table: "MedicalFacility", column: "clientId", merge: "repoint", revision: "version" },
  { table: "RetrievalRequest", column: "clientId", merge: "repoint", revision: "revision" },
  { table: "Note", column: "clientId", merge: "repoint", revision: "revision" },
  { table: "CalendarAttendee", column: "clientId", merge: "apart", revision: null },
  { table: "EsignRecipient", column: "clientId", merge: "apart", revision: null },
  { table: "EsignRecipient", column: "signsForClientId", merge: "apart", revision: null },
  { table: "ConversationCounterpart", column: "clientId", merge: "apart", revision: null },
  { table: "MessageParty", column: "clientId", merge: "apart", revision: null },
  { table: "Call", column: "partyClientId", merge: "apart", revision: null },
  { table: "Consent", column: "clientId", merge: "apart", revision: null },
  { table: "ClientTag", column: "clientId", merge: "apart", revision: null },
  { table: "ClientSsn", column: "clientId", merge: "apart", revision: null },
] as const satisfies readonly ClientReference[];

const repointed = clientReferences.filter((reference) => reference.merge === "repoint");
export type RepointedTable = (typeof repointed)[number]["table"];
/** The IDs of the rows that refer to a client, by table. */
export type References = Record<RepointedTable, string[]>;

/**
 * Locks every row that refers to the client, including deleted ones, table by table in the order of IDs. The client
 * must be locked: then no case is added, and with the cases locked nothing is added to them. The clients that were
 * merged into it are out of the order of IDs: a request that merges one of these once more at this moment is in a
 * deadlock with this, which only repeats a transaction.
 *
 * @param most rows per table; one more is read, to detect too many
 */
export async function lockReferenceRowsForUpdate(
  { transaction, organizationId }: Context,
  clientId: string,
  most: number,
): Promise<References> {
  const found: References = {
    Client: [],
    Lead: [],
    Case: [],
    Invoice: [],
    MedicalFacility: [],
    RetrievalRequest: [],
    Note: [],
  };
  for (const { table, column } of repointed) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND ${sql.ref(column)} = ${clientId}
      ORDER BY id LIMIT ${most + 1} FOR NO KEY UPDATE`.execute(transaction);
    found[table] = rows.map(({ id }) => id);
  }
  return found;
}

/**
 * What shows the client of these invoices and facilities, at most {@link maxShowingNamed}.
 *
 * @returns whether these are all
 */
export async function listBelow(
  { organizationId, transaction }: Context,
  { Invoice, MedicalFacility }: Pick<References, "Invoice" | "MedicalFacility">,
): Promise<{ shownBy: RecordReference[]; isComplete: boolean }> {
  const limit = sql`LIMIT ${maxShowingNamed + 1}::integer`;
  const each = [
    ["payment", "Payment", "invoiceId", Invoice, sql`true`],
    ["medical_treatment", "MedicalTreatment", "facilityId", MedicalFacility, sql`"deletedAt" IS NULL`],
    ["medical_bill", "MedicalBill", "facilityId", MedicalFacility, sql`"deletedAt" IS NULL`],
    ["medical_record", "MedicalRecord", "facilityId", MedicalFacility, sql`"deletedAt" IS NULL`],
  ] as const;
  const selections = each.map(
    ([entity, table, column, ids, where]) => sql`
    (SELECT ${entity}::text AS entity, id FROM ${sql.table(table)}
      WHERE "organizationId" = ${organizationId} AND ${isOneOf(column, ids)} AND ${where} ${limit})`,
  );
  const { rows } =
    await sql<RecordReference>`SELECT * FROM (${sql.join(selections, sql` UNION ALL `)}) AS below ${limit}`.execute(
      transaction,
    );
  return { shownBy: rows.slice(0, maxShowingNamed), isComplete: rows.length <= maxShowingNamed };
}

export async function repointReferences(
  { transaction, organizationId }: Context,
  fromClientId: string,
  toClientId: string,
): Promise<void> {
  for (const { table, column, revision } of repointed) {
    const raised = revision === null ? sql`` : sql`, ${sql.ref(revision)} = ${sql.ref(revision)} + 1`;
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${toClientId} ${raised}
      WHERE "organizationId" = ${organizationId} AND ${sql.ref(column)} = ${fromClientId}`.execute(transaction);
  }
}
