import { sql, type Updateable } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { isInForce } from "./store.ts";

interface Sums {
  agreedCents: number;
  /** The latest day; null where none is in force. */
  agreedOn: string | null;
  recoveredCents: number;
}

/** What the settlements of a case that are in force add up to. The caller has locked the case. */
export async function sumSettlements({ organizationId, transaction }: Context, caseId: string): Promise<Sums> {
  const { rows } =
    await sql<Sums>`SELECT coalesce(sum("grossCents"), 0)::bigint AS "agreedCents", max("agreedOn") AS "agreedOn",
      coalesce(sum("clearedCents" + "paidDirectCents"), 0)::bigint AS "recoveredCents"
    FROM "Settlement" WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND ${isInForce(sql`status`)}`.execute(
      transaction,
    );
  return rows[0] ?? { agreedCents: 0, agreedOn: null, recoveredCents: 0 };
}

/** The fields of a case that its settlements write. */
export type CaseAmounts = Pick<
  Updateable<Tables["Case"]>,
  "settlementAmountCents" | "settlementDate" | "recoveryAmountCents" | "recoveryDate" | "attorneyFeePercentage"
>;

/** Writes what settlements make of a case, which the caller has locked FOR NO KEY UPDATE. */
export async function writeCaseAmounts(
  { organizationId, transaction }: Context,
  caseId: string,
  amounts: CaseAmounts,
): Promise<void> {
  await transaction
    .updateTable("Case")
    .set(amounts)
    .where("organizationId", "=", organizationId)
    .where("id", "=", caseId)
    .execute();
}
