import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";

/** Lets one transaction at a time book these members with `reject`, to its end. In the order of their IDs, against deadlocks. */
export async function lockMembers({ organizationId, transaction }: Context, memberIds: readonly string[]): Promise<void> {
  for (const memberId of memberIds) await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`calendar ${organizationId} ${memberId}`}, 0))`.execute(transaction);
}
