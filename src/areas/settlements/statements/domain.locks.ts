import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { lockRowForUpdate } from "../../../rpc/resource/store.ts";
import { lockLiveCaseForShare } from "../../cases/domain.ts";
import { lockSettlementForUpdate } from "../settlements/domain.locks.ts";
import type { SettlementRow } from "../settlements/store.ts";
import { getStatementRow } from "./domain.ts";
import {
  lockClaimedLiensForShare,
  lockShareForUpdate,
  statementRows,
  type LineRow,
  type StatementRow,
} from "./store.ts";

/** A line as disbursements read it. */
export type StatementLineRow = LineRow;

export interface LockedStatement {
  statement: StatementRow;
  /** Of the statement, in their order. */
  lines: readonly StatementLineRow[];
  settlement: SettlementRow;
  /** The case and its client, as an event's relatedIds. */
  ofCase: RecordReference[];
}

/**
 * Locks the case, the settlement, the share and a statement until commit, in this order, then the claimant's liens FOR
 * SHARE, and reads the statement: whether it is stale stays true until commit.
 *
 * @param lockCase by default FOR SHARE, archived or not
 * @throws NOT_FOUND; as `lockCase`
 */
export async function lockStatementForUpdate(
  context: Context,
  statementId: string,
  lockCase: (context: Context, caseId: string) => Promise<RecordReference[]> = lockLiveCaseForShare,
): Promise<LockedStatement> {
  const { settlementId, shareId, caseId, claimantPartyId } = await getStatementRow(context, statementId);
  const { row: settlement, ofCase } = await lockSettlementForUpdate(context, settlementId, lockCase);
  await lockShareForUpdate(context, shareId);
  await lockClaimedLiensForShare(context, caseId, claimantPartyId);
  const statement = await lockRowForUpdate(context, statementRows, { id: statementId }, "FOR NO KEY UPDATE");
  if (statement === undefined) throw notFound("Settlement statement");
  return { statement, lines: statement.lines, settlement, ofCase };
}

/** @throws INVALID_STATE_TRANSITION */
export function assertFresh({ isStale }: Pick<StatementRow, "isStale">): void {
  if (isStale)
    throw invalidState(
      "A lien, an expense, the fee agreement, a payer or the share has changed since the statement was calculated; draft the next version",
    );
}

/**
 * Whether disbursements may pay lines of a statement.
 *
 * @throws INVALID_STATE_TRANSITION unless it is approved, and nothing that it rests on has changed since
 */
export function assertPayable(statement: Pick<StatementRow, "status" | "isStale">): void {
  if (statement.status !== "approved")
    throw invalidState(`Only an approved statement can be disbursed, and this one is ${statement.status}`);
  assertFresh(statement);
}
