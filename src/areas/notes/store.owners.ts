import { sql } from "kysely";
import { isOneOf, selectRows } from "../../platform/database/records.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

/** The case, lead, client or contact that a note belongs to; a converted lead's note also belongs to its case. */
export type Owner = Pick<Row<"Note">, "caseId" | "leadId" | "clientId" | "contactId">;

/**
 * Locks those of these documents that are of the case or lead and not deleted, FOR SHARE until commit.
 *
 * @returns how many
 */
export async function lockDocumentRowsForShare(
  { organizationId, transaction }: Context,
  { caseId, leadId }: Owner,
  documentIds: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    SELECT FROM "Document" WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", documentIds)}
      AND "deletedAt" IS NULL
      AND ("caseId" = ${caseId} OR "leadId" = ${leadId})
    ORDER BY id FOR SHARE`.execute(transaction);
  return rows.length;
}

const ownerColumns = ["caseId", "leadId", "clientId", "contactId"] as const;

/** Counts the owner's pinned notes under an advisory lock until commit, so that one transaction at a time pins. */
export async function lockAndCountPins(context: Context, owner: Owner): Promise<number> {
  const { organizationId, transaction } = context;
  const column = ownerColumns.find((name) => owner[name] !== null) ?? "caseId";
  const name = `pinned notes ${organizationId} ${owner[column]}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
  const { pinned } = await selectRows(context, "Note")
    .select(sql<number>`count(*)::integer`.as("pinned"))
    .where(column, "=", owner[column])
    .where("isPinned", "=", true)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return pinned;
}

/** Redacts the content of a note and of its comments in their recorded events. */
export async function redactNoteEvents(
  { organizationId, transaction }: Context,
  noteId: string,
  fields: readonly string[],
): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM "NoteComment" WHERE "organizationId" = ${organizationId} AND "noteId" = ${noteId}`.execute(
    transaction,
  );
  for (const [entity, ids] of [
    ["note", [noteId]],
    ["note_comment", rows.map(({ id }) => id)],
  ] as const) {
    await sql`UPDATE "Event" SET payload = redact_payload(payload, ${[...fields]}::text[]),
      diff = redact_diff(diff, ${[...fields]}::text[])
      WHERE "organizationId" = ${organizationId} AND entity = ${entity} AND ${isOneOf("entityId", ids)}`.execute(
      transaction,
    );
  }
}
