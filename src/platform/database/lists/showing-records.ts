import { sql } from "kysely";
import type { Transaction } from "../database.ts";

/**
 * The records that show the title of a case, or the name of a lead, by the column that refers to it. Private events are
 * left out (0090).
 */
const showingTables = {
  caseId: ["task", "note", "calendar_event", "deadline", "deadline_chain", "esign_request"],
  leadId: ["task", "note", "calendar_event"],
} as const;

const selections = {
  task: sql`"Task" WHERE "deletedAt" IS NULL`,
  note: sql`"Note" WHERE "deletedAt" IS NULL`,
  calendar_event: sql`"CalendarEvent" WHERE "deletedAt" IS NULL AND visibility <> 'private'`,
  deadline: sql`"Deadline" WHERE true`,
  deadline_chain: sql`"DeadlineChain" WHERE true`,
  esign_request: sql`"EsignRequest" WHERE "deletedAt" IS NULL`,
};

/** A case can have 100,000 notes: a transaction must not name them all. */
export const maxShowingNamed = 5_000;

/**
 * The live records that show something of a case or a lead, at most {@link maxShowingNamed}.
 *
 * @returns whether these are all
 */
export async function listShowing(
  { organizationId, transaction }: { organizationId: string; transaction: Transaction },
  column: keyof typeof showingTables,
  id: string,
): Promise<{ shownBy: { entity: string; id: string }[]; isComplete: boolean }> {
  const limit = sql`LIMIT ${maxShowingNamed + 1}::integer`;
  const each = showingTables[column].map(
    (entity) => sql`
    (SELECT ${entity}::text AS entity, id FROM ${selections[entity]} AND "organizationId" = ${organizationId} AND ${sql.ref(column)} = ${id} ${limit})`,
  );
  const { rows } = await sql<{
    entity: string;
    id: string;
  }>`SELECT * FROM (${sql.join(each, sql` UNION ALL `)}) AS showing ${limit}`.execute(transaction);
  return { shownBy: rows.slice(0, maxShowingNamed), isComplete: rows.length <= maxShowingNamed };
}
