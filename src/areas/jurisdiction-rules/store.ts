import { sql } from "kysely";
import { selectRows } from "../../platform/database/records.ts";
import { shortMember } from "../../platform/database/short-member.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

export type RuleRow = Row<"JurisdictionRule"> & { verifiedBy: unknown };

/** The rules of which the firm made something, with who verified them; a few dozen at most of a few hundred. */
export async function selectRuleRows({ organizationId, transaction }: Context, key: string | null): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    SELECT r.*, ${shortMember(organizationId, "r.verifiedByMemberId")} AS "verifiedBy" FROM "JurisdictionRule" r
    WHERE r."organizationId" = ${organizationId} ${key === null ? sql`` : sql`AND r.key = ${key}`} ORDER BY r.key`.execute(
    transaction,
  );
  return rows;
}

/** Locks what the firm made of a rule against other changes; undefined if it is nothing yet. */
export function lockRuleForUpdate(context: Context, key: string): Promise<{ id: string } | undefined> {
  return selectRows(context, "JurisdictionRule")
    .select("id")
    .where("key", "=", key)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type RuleColumns = Pick<
  RuleRow,
  "kind" | "jurisdiction" | "citation" | "source" | "verification" | "verifiedByMemberId" | "asOf" | "note"
> & { rule: object };

/**
 * Writes the firm's row of a rule where its revision is the expected one, 0 for none. The caller has compared it under
 * {@link lockRuleForUpdate}.
 *
 * @param id of the row, if it is the first
 * @returns undefined where another was the first meanwhile
 */
export function writeRule(
  { organizationId, transaction }: Context,
  { id, key, expectedRevision }: { id: string; key: string; expectedRevision: number },
  { rule, ...columns }: RuleColumns,
): Promise<{ id: string } | undefined> {
  const values = {
    ...columns,
    rule: JSON.stringify(rule),
    verifiedAt: columns.verifiedByMemberId === null ? null : new Date().toISOString(),
  };
  return transaction
    .insertInto("JurisdictionRule")
    .values({ organizationId, id, key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "key"])
        .doUpdateSet({ ...values, revision: sql<number>`"JurisdictionRule".revision + 1` })
        .where("JurisdictionRule.revision", "=", expectedRevision),
    )
    .returning("id")
    .executeTakeFirst();
}
