import { sql } from "kysely";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { selectRecord, selectRows, updateRecord } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import type { IncidentChanges } from "./schema.ts";

/** The incident of a case; without a row of its own only the case's day is known. */
export type IncidentRow = { [Column in keyof Row<"Incident">]: Row<"Incident">[Column] | null } & {
  occurredOn: string | null;
};

/** Without a lock; undefined where there is no such case. */
export async function findIncident(
  { organizationId, transaction }: Context,
  caseId: string,
): Promise<IncidentRow | undefined> {
  const { rows } = await sql<IncidentRow>`
    SELECT i.*, c."dateOfIncident" AS "occurredOn"
    FROM "Case" c
    LEFT JOIN "Incident" i ON i."organizationId" = ${organizationId} AND i."caseId" = ${caseId}
    WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`.execute(transaction);
  return rows[0];
}

const taken = { Incident_organizationId_externalId_key: "externalId: used by another incident" };

const toColumns = ({ address, ...changes }: IncidentChanges) => ({
  ...changes,
  ...(address !== undefined && { address: asJson(address) }),
});

/** @throws DUPLICATE_ENTRY */
export async function insertIncident(
  { organizationId, transaction }: Context,
  { changes, ...row }: { id: string; caseId: string; createdBy: string; changes: IncidentChanges },
): Promise<void> {
  const inserted = transaction
    .insertInto("Incident")
    .values({ organizationId, ...row, ...toColumns(changes) })
    .execute();
  await rejectDuplicates(taken, inserted, changes);
}

/**
 * Changes an incident where its revision is still one that the caller expects.
 *
 * @returns whether it was
 * @throws DUPLICATE_ENTRY
 */
export async function changeIncident(context: Context, incidentId: string, changes: IncidentChanges): Promise<boolean> {
  const update = updateRecord(context, "Incident", incidentId, toColumns(changes));
  return (await rejectDuplicates(taken, update.executeTakeFirstOrThrow(), changes)).numUpdatedRows > 0n;
}

/** Locks a live document of the case FOR SHARE until commit. */
export async function lockDocumentOfCaseForShare(
  context: Context,
  caseId: string,
  documentId: string,
): Promise<boolean> {
  const document = selectRecord(context, "Document", documentId)
    .select("id")
    .where("caseId", "=", caseId)
    .where("deletedAt", "is", null);
  return (await document.forShare().executeTakeFirst()) !== undefined;
}

/** The incident of a case as an event names it; none where nobody has recorded it. */
export async function listIncidents(context: Context, caseId: string): Promise<RecordReference[]> {
  const rows = await selectRows(context, "Incident").select("id").where("caseId", "=", caseId).execute();
  return rows.map(({ id }) => ({ entity: "incident", id }));
}
