import { sql } from "kysely";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type ZonedDeadline = Pick<Row<"Deadline">, "id" | "dueOn" | "dueTime" | "dueAt" | "verificationStatus">;

/** Open deadlines that follow the organization's time zone and have another one, in order of time. */
export async function listZoned({ organizationId, transaction }: Context, timezone: string): Promise<ZonedDeadline[]> {
  const { rows } = await sql<ZonedDeadline>`
    SELECT id, "dueOn", "dueTime", "dueAt", "verificationStatus" FROM "Deadline"
    WHERE "organizationId" = ${organizationId} AND "isOpen" AND "timeZoneBasis" = 'organization' AND "timeZone" <> ${timezone} ORDER BY "dueAt", id`.execute(transaction);
  return rows;
}

/** Locks them by ID, so that what is listed then stays. */
export async function lockZoned({ organizationId, transaction }: Context, timezone: string): Promise<void> {
  await sql`SELECT FROM "Deadline" WHERE "organizationId" = ${organizationId} AND "isOpen" AND "timeZoneBasis" = 'organization' AND "timeZone" <> ${timezone} ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
}

/** Moves locked deadlines to a time zone. */
export async function moveZoned({ organizationId, transaction }: Context, timezone: string, moved: readonly { id: string; dueAt: string }[]): Promise<void> {
  await sql`
    UPDATE "Deadline" d SET "timeZone" = ${timezone}, "dueAt" = m."dueAt", revision = d.revision + 1
    FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS m(id text, "dueAt" timestamptz)
    WHERE d."organizationId" = ${organizationId} AND d.id = m.id`.execute(transaction);
}
