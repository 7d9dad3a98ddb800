import { sql } from "kysely";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export interface Absence {
  memberId: string;
  startOn: string | null;
  endOn: string | null;
}

/** Members with the days on which they are out of office, in the order of their IDs. */
export async function findAbsences(
  { organizationId, transaction }: Context,
  memberIds: readonly string[],
): Promise<Absence[]> {
  const { rows } = await sql<Absence>`
    SELECT m.id AS "memberId", m."outOfOfficeStartOn" AS "startOn", m."outOfOfficeEndOn" AS "endOn" FROM "Member" m
    WHERE m."organizationId" = ${organizationId} AND ${isOneOf("m.id", memberIds)} ORDER BY m.id`.execute(transaction);
  return rows;
}

export type Workday = Pick<Row<"Organization">, "timezone" | "workdayStartsAt" | "workdayEndsAt">;

export function readWorkday({ organizationId, transaction }: Context): Promise<Workday> {
  return transaction
    .selectFrom("Organization")
    .select(["timezone", "workdayStartsAt", "workdayEndsAt"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
}
