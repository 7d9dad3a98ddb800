import { sql } from "kysely";
import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { TaskAnchor } from "../templates/schema.ts";

/** The anchors that are fields of a case. */
export const anchorFields = {
  case_opened: "openedOn",
  date_of_incident: "dateOfIncident",
  retainer_signed: "engagedOn",
  statute_of_limitations: "statuteOfLimitationsOn",
} as const;
export type AnchorDates = Partial<Record<TaskAnchor, string>>;

/** The case's open tasks whose due dates are counted from other dates than these of their anchors, by ID. */
export async function listFollowing(
  { organizationId, transaction }: Context,
  caseId: string,
  dates: AnchorDates,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Task" WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "isOpen"
      AND "deletedAt" IS NULL
      AND NOT ("dueRule"->>'isManual')::boolean AND EXISTS (
        SELECT FROM jsonb_each_text(${JSON.stringify(dates)}::jsonb) f
        WHERE f.key = "dueRule"->>'relativeTo' AND f.value IS DISTINCT FROM "dueRule"->>'anchorOn')
    ORDER BY id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * Locks a case FOR SHARE until commit.
 *
 * @returns those of these anchors that have a date now; none for a case that is deleted
 */
export async function lockAnchorDatesForShare(
  context: Context,
  caseId: string,
  anchors: readonly TaskAnchor[],
): Promise<AnchorDates> {
  const row = await selectRecord(context, "Case", caseId)
    .select(Object.values(anchorFields))
    .where("deletedAt", "is", null)
    .forShare()
    .executeTakeFirst();
  const dated = Object.entries(anchorFields)
    .filter(([anchor]) => anchors.some((each) => each === anchor))
    .map(([anchor, field]) => [anchor, row?.[field] ?? null]);
  return Object.fromEntries(dated.filter(([, on]) => on !== null)) as AnchorDates;
}
