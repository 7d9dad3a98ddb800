import type { Rate } from "../../../contract/values/rate.ts";
import type { Context } from "../../../rpc/context.ts";
import { getCase, recordCaseEvent } from "../../cases/domain.ts";
import { findTier } from "../calculation/domain.tiers.ts";
import { sumSettlements, writeCaseAmounts, type CaseAmounts } from "./store.case.ts";
import type { SettlementRow } from "./store.ts";

/** What a case's settlements in force add up to. */
export type SettlementSums = Awaited<ReturnType<typeof sumSettlements>>;

/**
 * Follows settlements of a case whose row the caller has locked FOR NO KEY UPDATE.
 *
 * @returns writes into the case what has changed of its settlements' sums, and records `case.updated`; call it after the
 *   change. Others write these fields, too: what has not changed here stays as they wrote it
 */
export async function trackCaseAmounts(
  context: Context,
  caseId: string,
): Promise<(on: string, agreed?: SettlementRow) => Promise<void>> {
  const before = await sumSettlements(context, caseId);
  return async (on, agreed) => {
    const after = await sumSettlements(context, caseId);
    const changes = describeChanges({ before, after }, on, agreed);
    if (Object.keys(changes).length === 0) return;
    const of = await getCase(context, caseId);
    await writeCaseAmounts(context, caseId, changes);
    await recordCaseEvent(context, ["case.updated"], of);
  };
}

function describeChanges(
  { before, after }: { before: SettlementSums; after: SettlementSums },
  on: string,
  agreed: SettlementRow | undefined,
): CaseAmounts {
  const isAgreedChanged = before.agreedCents !== after.agreedCents || before.agreedOn !== after.agreedOn;
  const isRecoveredChanged = before.recoveredCents !== after.recoveredCents;
  const percentage = agreed === undefined ? null : findPercentage(agreed);
  return {
    ...(isAgreedChanged && {
      settlementAmountCents: after.agreedCents === 0 ? null : after.agreedCents,
      settlementDate: after.agreedOn === null ? null : toInstant(after.agreedOn),
    }),
    ...(isRecoveredChanged && {
      recoveryAmountCents: after.recoveredCents === 0 ? null : after.recoveredCents,
      recoveryDate: after.recoveredCents === 0 ? null : toInstant(on),
    }),
    ...(percentage !== null && { attorneyFeePercentage: percentage }),
  };
}

/** A day in a field that is an instant. */
const toInstant = (day: string) => `${day}T00:00:00.000Z`;

/** Of the tier that applies, where it has one rate: 33.33 for a third. */
function findPercentage({ agreement, courtDays, agreedOn, feeTrigger }: SettlementRow): number | null {
  if (agreement === null || agreedOn === null) return null;
  const chosen = agreement.tiers.find(({ trigger }) => trigger === feeTrigger);
  const rate = (chosen ?? findTier(agreement, courtDays, agreedOn))?.rate ?? null;
  return rate === null ? null : describePercentage(rate);
}

const describePercentage = (rate: Rate): number =>
  "basisPoints" in rate ? rate.basisPoints / 100 : Math.round((rate.numerator * 10_000) / rate.denominator) / 100;
