import type { Bracket, Rate } from "../../contract/values/rate.ts";
import type { FeeCapRule, LienReductionRule } from "./schema.ts";

/**
 * Limits of contingent fees and reductions of liens that Caseport ships, each with its citation. No attorney has
 * verified them: a firm's attorney does. "(a summary)": a text about the source was read, not the source; "(not looked
 * up)": nobody has read it yet.
 */
export interface ShippedRule {
  state: string;
  name: string;
  citation: string;
  asOf: string;
  note: string | null;
  rule: object;
}

interface FeeCap extends ShippedRule {
  rule: FeeCapRule;
}
interface LienReduction extends ShippedRule {
  rule: LienReductionRule;
}

const asOf = "2026-11-29";
const third: Rate = { numerator: 1, denominator: 3 };
const percent = (of: number): Rate => ({ basisPoints: of * 100 });
const thousand = 100_000;

/** `[750, third]` is a third up to $750,000; the last one has no end. */
const brackets = (...parts: readonly (readonly [thousands: number | null, rate: Rate])[]): Bracket[] =>
  parts.map(([thousands, rate]) => ({ upToCents: thousands === null ? null : thousands * thousand, rate }));

const always = (of: Bracket[]): FeeCapRule["variants"] => [{ when: "otherwise", brackets: of }];

export const shippedFeeCaps: readonly FeeCap[] = [
  {
    state: "nj",
    name: "any",
    citation: "N.J. Ct. R. 1:21-7(c), (d)",
    asOf,
    note: "Of several claims from one event, see 1:21-7(i): its text was not found. A minor or an incapacitated person is one at the signing of the agreement.",
    rule: {
      feeBase: "net_of_costs",
      variants: [
        { when: "minor_or_incapacitated", brackets: brackets([null, percent(25)]) },
        {
          when: "otherwise",
          brackets: brackets([750, third], [1_500, percent(30)], [2_250, percent(25)], [null, percent(20)]),
        },
      ],
      byApplicationAboveCents: 3_000 * thousand,
    },
  },
  {
    state: "ny",
    name: "medical_malpractice",
    citation: "N.Y. Jud. Law § 474-a",
    asOf,
    note: "Liens for medical care are not deducted for the base.",
    rule: {
      feeBase: "net_of_costs",
      variants: always(
        brackets(
          [250, percent(30)],
          [500, percent(25)],
          [1_000, percent(20)],
          [1_250, percent(15)],
          [null, percent(10)],
        ),
      ),
      byApplicationAboveCents: null,
    },
  },
  {
    state: "ca",
    name: "medical_malpractice",
    citation: "Cal. Bus. & Prof. Code § 6146",
    asOf,
    note: "33 percent, which is not a third. Costs of medical care are not deducted for the base. More by motion.",
    rule: {
      feeBase: "net_of_costs",
      variants: [
        { when: "released_before_suit", brackets: brackets([null, percent(25)]) },
        { when: "otherwise", brackets: brackets([null, percent(33)]) },
      ],
      byApplicationAboveCents: null,
    },
  },
  {
    state: "fl",
    name: "any",
    citation: "R. Regulating Fla. Bar 4-1.5(f)(4)(B)",
    asOf,
    note: "Not for medical malpractice, which has a rule of its own.",
    rule: {
      feeBase: "gross",
      variants: [
        { when: "before_answer", brackets: brackets([1_000, third], [2_000, percent(30)], [null, percent(20)]) },
        { when: "otherwise", brackets: brackets([1_000, percent(40)], [2_000, percent(30)], [null, percent(20)]) },
      ],
      byApplicationAboveCents: null,
    },
  },
  {
    state: "fl",
    name: "medical_malpractice",
    citation: "Fla. Const. art. I, § 26; In re Amendment to R. 4-1.5(f)(4)(B), 939 So. 2d 1032 (Fla. 2006)",
    asOf,
    note: "The client keeps 70% of the first $250,000 and 90% of the rest, exclusive of costs. The client can waive it in the form of the court.",
    rule: {
      feeBase: "net_of_costs",
      variants: always(brackets([250, percent(30)], [null, percent(10)])),
      byApplicationAboveCents: null,
    },
  },
  {
    state: "ct",
    name: "any",
    citation: "Conn. Gen. Stat. § 52-251c",
    asOf,
    note: "Whether costs are deducted for the base was not looked up; without that the limit is the higher one.",
    rule: {
      feeBase: "gross",
      variants: always(
        brackets([300, third], [600, percent(25)], [900, percent(20)], [1_200, percent(15)], [null, percent(10)]),
      ),
      byApplicationAboveCents: null,
    },
  },
  {
    state: "il",
    name: "medical_malpractice",
    citation: "735 ILCS 5/2-1114 (not looked up)",
    asOf,
    note: null,
    rule: { feeBase: "gross", variants: always(brackets([null, third])), byApplicationAboveCents: null },
  },
  {
    state: "us",
    name: "ftca",
    citation: "28 U.S.C. § 2678 (not looked up)",
    asOf,
    note: "20 percent of an administrative settlement, 25 percent of a judgment or a settlement in suit.",
    rule: {
      feeBase: "gross",
      variants: [
        { when: "before_suit", brackets: brackets([null, percent(20)]) },
        { when: "otherwise", brackets: brackets([null, percent(25)]) },
      ],
      byApplicationAboveCents: null,
    },
  },
];

const pointer = (lienTypes: LienReductionRule["lienTypes"]): LienReductionRule => ({
  lienTypes,
  reduction: null,
  cap: null,
});

export const shippedLienReductions: readonly LienReduction[] = [
  {
    state: "us",
    name: "medicare",
    citation: "42 C.F.R. § 411.37 (a summary)",
    asOf,
    note: "Only where the claimant bore the costs of a recovery that was disputed.",
    rule: { lienTypes: ["medicare"], reduction: "procurement_42cfr411", cap: null },
  },
  {
    state: "us",
    name: "medicaid",
    citation: "42 U.S.C. § 1396p(a) (not looked up)",
    asOf,
    note: "A state can have its own formula.",
    rule: { lienTypes: ["medicaid"], reduction: "ahlborn", cap: null },
  },
  {
    state: "fl",
    name: "medicaid",
    citation: "Fla. Stat. § 409.910(11)(f) (not looked up)",
    asOf,
    note: "Half of what is left of the gross amount after 25 percent for the fee and the taxable costs, at most the lien.",
    rule: {
      lienTypes: ["medicaid"],
      reduction: "cap",
      cap: { rate: { numerator: 1, denominator: 2 }, of: "gross_less_quarter_and_costs" },
    },
  },
  {
    state: "il",
    name: "hospital",
    citation: "770 ILCS 23/10; Wolf v. Toolie, 2014 IL App (1st) 132243",
    asOf,
    note: "The 40 percent are of what is left after fee and costs, with limits for each kind of professional. McKim, 2016 IL App (5th) 140405, was not read.",
    rule: pointer(["hospital_statutory", "medical_provider"]),
  },
  {
    state: "ca",
    name: "health",
    citation: "Cal. Civ. Code § 3040 (not looked up)",
    asOf,
    note: "It also has a reduction for fee and costs.",
    rule: pointer(["private_health", "erisa_insured"]),
  },
  {
    state: "ca",
    name: "hospital",
    citation: "Cal. Civ. Code § 3045.4 (not looked up)",
    asOf,
    note: null,
    rule: pointer(["hospital_statutory"]),
  },
  {
    state: "tx",
    name: "hospital",
    citation: "Tex. Prop. Code § 55.004 (not looked up)",
    asOf,
    note: null,
    rule: pointer(["hospital_statutory"]),
  },
  {
    state: "ny",
    name: "health",
    citation: "N.Y. Gen. Oblig. Law § 5-335 (not looked up)",
    asOf,
    note: null,
    rule: pointer(["private_health", "erisa_insured"]),
  },
];
