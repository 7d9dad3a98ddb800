import type { Line, LineKind } from "./views.ts";

/** What deducts from a share, in the order of its statement, and what is left of it. */
const kinds = [
  "attorney_fee",
  "referral_fee",
  "case_cost",
  "invoice",
  "lien",
  "other_deduction",
  "holdback",
  "paid_direct",
  "net_to_client",
] as const satisfies readonly LineKind[];

/** One bar: its lines add up to `amountCents`, which takes the rest from `toCents` down to `fromCents`. */
export interface Step {
  kind: "gross" | LineKind;
  amountCents: number;
  /** Where the bar begins and ends between 0 and the gross. */
  fromCents: number;
  toCents: number;
  lines: readonly Line[];
}

/**
 * The bars from a share's gross to the client's net. Kinds without a line have none; the net always has one, and stands
 * on the axis as the gross does.
 */
export function listSteps(lines: readonly Line[]): Step[] {
  const grossCents = sumOf(lines);
  let rest = grossCents;
  const steps = kinds.flatMap((kind): Step[] => {
    const own = lines.filter((line) => line.kind === kind);
    if (own.length === 0 && kind !== "net_to_client") return [];
    const amountCents = sumOf(own);
    const toCents = rest;
    rest -= amountCents;
    return [{ kind, amountCents, fromCents: toCents - amountCents, toCents, lines: own }];
  });
  return [{ kind: "gross", amountCents: grossCents, fromCents: 0, toCents: grossCents, lines: [] }, ...steps];
}

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** The narrowest bar that is still seen, of the whole width. */
const leastShare = 0.004;

/** A bar's place as parts of the width: what is not nothing is wide enough to be seen, and stays inside. */
export function placeBar({ fromCents, amountCents }: Pick<Step, "fromCents" | "amountCents">, grossCents: number) {
  if (grossCents === 0) return { start: 0, width: 0 };
  const width = amountCents === 0 ? 0 : Math.max(amountCents / grossCents, leastShare);
  return { start: Math.min(fromCents / grossCents, 1 - width), width };
}
