import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";

/** The headquarters above the transaction's organization, nearest first, by a SECURITY DEFINER function. */
export async function listHeadquarters({ transaction }: Context): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM list_headquarters()`.execute(transaction);
  return rows;
}

export async function findKeysVisibleTo({ organizationId, transaction }: Context): Promise<string[]> {
  const found = await transaction.selectFrom("Organization").select("keysVisibleTo").where("id", "=", organizationId).executeTakeFirst();
  return found?.keysVisibleTo ?? [];
}
