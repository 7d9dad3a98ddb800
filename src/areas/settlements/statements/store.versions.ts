import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { Statement } from "./schema.ts";
import { isStaleStatement } from "./store.stale.ts";

export type StatementVersion = Pick<Statement, "id" | "shareId" | "version" | "status" | "isStale">;

/** The statements of a settlement, those of a share together, the newest first. */
export async function listVersions(
  { organizationId, transaction }: Context,
  settlementId: string,
): Promise<StatementVersion[]> {
  const { rows } = await sql<StatementVersion>`
    SELECT t.id, t."shareId", t.version, t.status, ${isStaleStatement(organizationId, "t")} AS "isStale"
    FROM "SettlementStatement" t
    WHERE t."organizationId" = ${organizationId} AND t."settlementId" = ${settlementId}
    ORDER BY t."shareId", t.version DESC`.execute(transaction);
  return rows;
}
