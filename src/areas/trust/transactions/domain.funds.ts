import type { Context } from "../../../rpc/context.ts";
import { applyFunds } from "../../settlements/settlements/domain.funds.ts";

/** Money of a payer of a settlement, in a claimant's ledger. */
interface Part {
  caseId: string | null;
  claimantPartyId?: string | null | undefined;
  settlementPayerId?: string | null | undefined;
  amountCents: number;
}

/** What a movement is to the payer and the claimant's share, each as a multiple of the part's cents. */
export interface FundsMovement {
  received: 1 | 0 | -1;
  cleared: 1 | 0 | -1;
  /** The firm's day of the movement. */
  on: string;
  /** What the firm pays in of it for the claimant, in cents, by index of the part. */
  coveredCents?: readonly number[];
}

/**
 * Tells the settlements what their payers have paid. Parts that name no payer are of no settlement. The cases are
 * locked FOR NO KEY UPDATE, and no ledger yet.
 *
 * @throws NOT_FOUND for a payer; INVALID_STATE_TRANSITION for one who owes less, and for money that is committed
 */
export async function applyParts(
  context: Context,
  parts: readonly Part[],
  { received, cleared, on, coveredCents = [] }: FundsMovement,
): Promise<void> {
  const named = parts.flatMap((part, index) => {
    const { caseId, settlementPayerId, claimantPartyId = null, amountCents } = part;
    if (caseId === null || typeof settlementPayerId !== "string") return [];
    const cents = { receivedCents: received * amountCents, clearedCents: cleared * amountCents };
    const change = { settlementPayerId, claimantPartyId, ...cents, coveredCents: coveredCents[index] ?? 0 };
    return [{ caseId, change }];
  });
  const byCase = Map.groupBy(named, ({ caseId }) => caseId);
  for (const caseId of [...byCase.keys()].toSorted()) {
    const changes = (byCase.get(caseId) ?? []).map(({ change }) => change);
    await applyFunds(context, caseId, changes, on);
  }
}
