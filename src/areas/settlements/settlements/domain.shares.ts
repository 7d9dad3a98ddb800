import { splitCents } from "../calculation/domain.rational.ts";

interface PayerAmounts {
  grossCents: number;
  paidDirectCents: number;
  isFeeBearing: boolean;
}

export interface ShareParts {
  /** What payers pay of it on which no fee is due. */
  exemptCents: number;
  /** What payers pay of it to others than the firm. */
  paidDirectCents: number;
}

const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0);

/** Each share's part of what payers pay without a fee, and to others than the firm: in proportion to the shares. */
export function splitOverShares(
  payers: readonly PayerAmounts[],
  shares: readonly { grossCents: number }[],
): ShareParts[] {
  const weights = shares.map(({ grossCents }) => grossCents);
  const exempt = splitCents(
    sum(payers.map(({ isFeeBearing, grossCents }) => (isFeeBearing ? 0 : grossCents))),
    weights,
  );
  const direct = splitCents(sum(payers.map(({ paidDirectCents }) => paidDirectCents)), weights);
  return shares.map((_, place) => ({ exemptCents: exempt[place] ?? 0, paidDirectCents: direct[place] ?? 0 }));
}
