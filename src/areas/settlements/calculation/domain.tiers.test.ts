import { expect, test } from "vitest";
import type { FeeTier } from "../fee-agreements/schema.ts";
import { findTier, type CourtDays } from "./domain.tiers.ts";

type Trigger = FeeTier["trigger"];

const tier = (trigger: Trigger): FeeTier => ({ trigger, rate: { basisPoints: 4_000 }, brackets: null, capCents: null });
const noCourt: CourtDays = { suitFiledOn: null, answeredOn: null, appealFiledOn: null };
const agreedOn = "2026-06-30";

interface Given {
  tiers: readonly Trigger[];
  reached?: Partial<Record<Trigger, string>>;
  court?: Partial<CourtDays>;
}

const find = ({ tiers, reached = {}, court = {} }: Given) => {
  const triggersReached = (Object.entries(reached) as [Trigger, string][]).map(([trigger, on]) => ({
    trigger,
    on,
    documentId: null,
  }));
  return findTier({ tiers: tiers.map(tier), triggersReached }, { ...noCourt, ...court }, agreedOn)?.trigger;
};

test.each<[string, Given, Trigger | undefined]>([
  ["before suit", { tiers: ["pre_suit", "suit_filed"] }, "pre_suit"],
  [
    "a suit by a court action",
    { tiers: ["pre_suit", "suit_filed"], court: { suitFiledOn: "2026-06-30" } },
    "suit_filed",
  ],
  [
    "a suit after the settlement",
    { tiers: ["pre_suit", "suit_filed"], court: { suitFiledOn: "2026-07-01" } },
    "pre_suit",
  ],
  [
    "what the agreement says wins over the court action",
    { tiers: ["pre_suit", "suit_filed"], court: { suitFiledOn: "2026-03-02" }, reached: { suit_filed: "2026-07-15" } },
    "pre_suit",
  ],
  [
    "the highest that has a tier: an answer without one leaves that of the suit",
    { tiers: ["pre_suit", "suit_filed"], court: { suitFiledOn: "2026-03-02", answeredOn: "2026-04-01" } },
    "suit_filed",
  ],
  [
    "a later trigger without the one before it",
    { tiers: ["pre_suit", "suit_filed", "trial"], reached: { trial: "2026-06-01" } },
    "trial",
  ],
  [
    "an appeal",
    {
      tiers: ["pre_suit", "trial", "appeal"],
      reached: { trial: "2026-05-01" },
      court: { appealFiledOn: "2026-06-01" },
    },
    "appeal",
  ],
  [
    "13. a minor at the signing, whatever was reached",
    { tiers: ["pre_suit", "trial", "minor"], reached: { trial: "2026-05-01", minor: "2026-01-20" } },
    "minor",
  ],
  [
    "a minor without a tier of its own",
    { tiers: ["pre_suit", "suit_filed"], reached: { minor: "2026-01-20" }, court: { suitFiledOn: "2026-02-01" } },
    "suit_filed",
  ],
  ["none that is reached", { tiers: ["trial"] }, undefined],
  ["no tiers", { tiers: [] }, undefined],
])("%s", (_, given, expected) => {
  expect(find(given)).toBe(expected);
});
