import type { FeeAgreement, FeeTier } from "../fee-agreements/schema.ts";

type Trigger = FeeTier["trigger"];

/** The triggers that replace each other as a case goes on, the lowest first. */
const ranked = ["pre_suit", "suit_filed", "answer_filed", "trial", "appeal"] as const satisfies readonly Trigger[];

/** The days of a case's court actions; null while there is none. */
export interface CourtDays {
  /** The earliest `filedOn` of an action in a trial court. */
  suitFiledOn: string | null;
  /** The earliest `answeredOn`. */
  answeredOn: string | null;
  /** The `filedOn` of an appeal. */
  appealFiledOn: string | null;
}

/** On which day each trigger was reached. What the agreement says of one wins over the court actions. */
export function listReached(
  triggersReached: FeeAgreement["triggersReached"],
  { suitFiledOn, answeredOn, appealFiledOn }: CourtDays,
): ReadonlyMap<Trigger, string> {
  const ofCourt: readonly (readonly [Trigger, string | null])[] = [
    ["suit_filed", suitFiledOn],
    ["answer_filed", answeredOn],
    ["appeal", appealFiledOn],
  ];
  const found = ofCourt.flatMap(([trigger, on]) => (on === null ? [] : [[trigger, on] as const]));
  return new Map([...found, ...triggersReached.map(({ trigger, on }) => [trigger, on] as const)]);
}

/**
 * The tier of a contingent fee: that of the highest trigger which has one and was reached by the day of the settlement.
 * The tier of a claimant who was a minor or incapacitated when the agreement was signed replaces the others.
 *
 * @param agreedOn the day of the settlement
 * @returns undefined where no tier applies
 */
export function findTier(
  { tiers, triggersReached }: Pick<FeeAgreement, "tiers" | "triggersReached">,
  court: CourtDays,
  agreedOn: string,
): FeeTier | undefined {
  const reached = listReached(triggersReached, court);
  const isReached = (trigger: Trigger) => trigger === "pre_suit" || (reached.get(trigger) ?? "9999-12-31") <= agreedOn;
  const tierOf = (trigger: Trigger) => tiers.find((tier) => tier.trigger === trigger);
  const ofMinor = reached.has("minor") ? tierOf("minor") : undefined;
  if (ofMinor !== undefined) return ofMinor;
  const highest = ranked.findLast((trigger) => isReached(trigger) && tierOf(trigger) !== undefined);
  return highest === undefined ? undefined : tierOf(highest);
}
