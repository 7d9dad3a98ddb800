import { sql, type Insertable, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

type NewStatusChange = Omit<Insertable<Tables["LeadStatusChange"]>, "organizationId" | "changedAt">;

export async function insertStatusChange(
  { organizationId, transaction }: Context,
  change: NewStatusChange,
): Promise<void> {
  await transaction
    .insertInto("LeadStatusChange")
    .values({ organizationId, ...change })
    .execute();
}

type Organization = Pick<Context, "organizationId">;

export function selectStatusChangePage(
  { organizationId }: Organization,
  leadId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<Row<"LeadStatusChange">> {
  return sql<Row<"LeadStatusChange">>`
    SELECT h.* FROM "LeadStatusChange" h
    WHERE h."organizationId" = ${organizationId} AND h."leadId" = ${leadId} AND ${after}
    ORDER BY ${order} LIMIT ${limit}`;
}

export interface AttemptRow extends Row<"LeadContactAttempt"> {
  member: { id: string; firstName: string; lastName: string } | null;
}

export function selectAttemptPage(
  { organizationId }: Organization,
  leadId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<AttemptRow> {
  return sql<AttemptRow>`
    SELECT a.*, CASE WHEN m.id IS NULL THEN NULL
      ELSE jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") END AS member
    FROM "LeadContactAttempt" a
    LEFT JOIN "Member" m ON m."organizationId" = a."organizationId" AND m.id = a."memberId"
    WHERE a."organizationId" = ${organizationId} AND a."leadId" = ${leadId} AND ${after}
    ORDER BY ${order} LIMIT ${limit}`;
}

type NewAttempt = Omit<Insertable<Tables["LeadContactAttempt"]>, "organizationId" | "createdAt">;

/** @returns the attempt; `at` is now where it was not given */
export async function insertAttempt(
  { organizationId, transaction }: Context,
  attempt: NewAttempt,
): Promise<AttemptRow> {
  const { rows } = await sql<AttemptRow>`
    WITH a AS (
      INSERT INTO "LeadContactAttempt"
        ("organizationId", id, "leadId", channel, direction, outcome, at, "memberId", note)
      VALUES (${organizationId}, ${attempt.id}, ${attempt.leadId}, ${attempt.channel}, ${attempt.direction},
        ${attempt.outcome}, coalesce(${attempt.at ?? null}::timestamptz, now()), ${attempt.memberId ?? null},
        ${attempt.note ?? null})
      RETURNING *
    )
    SELECT a.*, CASE WHEN m.id IS NULL THEN NULL
      ELSE jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") END AS member
    FROM a LEFT JOIN "Member" m ON m."organizationId" = ${organizationId} AND m.id = a."memberId"`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error("the attempt was not written");
  return row;
}
