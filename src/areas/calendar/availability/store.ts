import { sql } from "kysely";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

export interface Absence {
  startOn: string;
  endOn: string;
}

/** Members with the days on which they are out of office, in the order of their IDs. */
export async function findAbsences({ organizationId, transaction }: Context, memberIds: readonly string[]): Promise<{ memberId: string; startOn: string | null; endOn: string | null }[]> {
  const { rows } = await sql<{ memberId: string; startOn: string | null; endOn: string | null }>`
    SELECT m.id AS "memberId", m."outOfOfficeStartOn" AS "startOn", m."outOfOfficeEndOn" AS "endOn" FROM "Member" m
    WHERE m."organizationId" = ${organizationId} AND ${isOneOf("m.id", memberIds)} ORDER BY m.id`.execute(transaction);
  return rows;
}

export interface Workday {
  timezone: string;
  workdayStartsAt: string;
  workdayEndsAt: string;
}

export async function readWorkday({ organizationId, transaction }: Context): Promise<Workday> {
  const { rows } = await sql<Workday>`SELECT timezone, "workdayStartsAt", "workdayEndsAt" FROM "Organization" WHERE id = ${organizationId}`.execute(transaction);
  if (rows[0] === undefined) throw new Error("a request without an organization");
  return rows[0];
}
