import { sql } from "kysely";
import { insertRows, type NewRow } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type ConnectionRow = Row<"TextConnection">;

/** The account with which the organization sends texts, without a lock; undefined if it has none. */
export function findLiveConnection({ organizationId, transaction }: Context): Promise<ConnectionRow | undefined> {
  return transaction
    .selectFrom("TextConnection")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
}

/** Stores an account. The organization is locked, and has no other. */
export async function insertConnection(
  context: Context,
  row: Pick<NewRow<"TextConnection">, "id" | "provider" | "tokenDigest" | "credentials" | "numbers" | "handlesStop">,
): Promise<void> {
  await insertRows(context, "TextConnection", [row]);
}

/** Changes an account. The organization is locked. */
export async function updateConnection(
  { organizationId, transaction }: Context,
  id: string,
  { credentials, numbers, handlesStop }: Pick<ConnectionRow, "credentials" | "numbers" | "handlesStop">,
): Promise<void> {
  await transaction
    .updateTable("TextConnection")
    // Texts that wait for other credentials are tried with these.
    .set({ credentials, numbers, handlesStop, rejectedAt: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Ends an account: its webhook is as one that never was. The organization is locked. */
export async function revokeConnection({ organizationId, transaction }: Context, id: string): Promise<void> {
  await sql`UPDATE "TextConnection" SET "revokedAt" = now()
    WHERE "organizationId" = ${organizationId} AND id = ${id} AND "revokedAt" IS NULL`.execute(transaction);
}
