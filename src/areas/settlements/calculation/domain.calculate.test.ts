import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rate } from "../../../contract/values/rate.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { defaultRules } from "../../jurisdiction-rules/domain.notation.ts";
import { calculateShare, type Calculation, type Line, type LineKind, type Share } from "./domain.calculate.ts";
import { splitCents } from "./domain.rational.ts";
import {
  reduceByAhlborn,
  reduceByCap,
  reduceByCommonFund,
  reduceByProcurement,
  reduceByRule,
  reduceProRata,
  type ReductionBase,
} from "./domain.reductions.ts";
import {
  ahlbornByTheBook,
  capByTheBook,
  commonFundByTheBook,
  procurementByTheBook,
  shareByTheBook,
  splitByTheBook,
} from "./fixtures.oracle.ts";

const third: Rate = { numerator: 1, denominator: 3 };
const dollars = (text: string) => Math.round(Number(text.replaceAll(",", "")) * 100);

interface Given {
  gross: string;
  rate?: Rate;
  base?: "gross" | "net_of_costs";
  costs?: string;
  liens?: readonly (readonly [audited: string, paid: string | number, isHeldBack?: boolean])[];
  exempt?: string;
  referral?: Rate;
  fee?: Partial<Share["fee"]>;
  other?: Partial<Share>;
}

const share = ({
  gross,
  rate = third,
  base = "gross",
  costs = "0",
  liens = [],
  exempt = "0",
  referral,
  fee,
  other,
}: Given): Share => ({
  grossCents: dollars(gross),
  exemptCents: dollars(exempt),
  fee: { base, terms: { rate }, capCents: null, approvedCents: null, reductionCents: 0, ...fee },
  referrals: referral === undefined ? [] : [{ key: "referral", label: "Referring firm", rate: referral }],
  costs: costs === "0" ? [] : [{ key: "cost", label: "Costs", amountCents: dollars(costs) }],
  invoices: [],
  liens: liens.map(([audited, paid, isHeldBack = false], place) => ({
    key: `lien_${place}`,
    label: "Lien",
    auditedCents: dollars(audited),
    amountCents: typeof paid === "number" ? paid : dollars(paid),
    isHeldBack,
  })),
  other: [],
  holdbacks: [],
  paidDirectCents: 0,
  ...other,
});

const find = ({ lines }: Calculation, kind: LineKind): Line => {
  const line = lines.find((each) => each.kind === kind);
  if (line === undefined) throw new Error(`no line of ${kind}`);
  return line;
};
const centsOf = (calculation: Calculation, kind: LineKind) => find(calculation, kind).amountCents;
const amountsOf = (calculation: Calculation, ...kinds: LineKind[]) =>
  kinds.map((kind) => (centsOf(calculation, kind) / 100).toFixed(2));

function proposeBy(key: string, base: ReductionBase, fullValueCents: number | null = null): number | null {
  const rule = defaultRules.get(key)?.rule;
  if (rule === undefined || !("lienTypes" in rule)) throw new Error(`${key} reduces no lien`);
  return reduceByRule(rule, base, fullValueCents);
}

describe("1. the worked examples of the page", () => {
  const ofA = { gross: "100000.00", costs: "4217.58" } as const;
  const medicare = () => {
    const { feeCents, costsCents } = calculateShare(share(ofA));
    const base = { lienCents: 1_248_000, grossCents: 10_000_000, feeCents, costsCents };
    return proposeBy("lien_reduction.us.medicare", base) ?? 0;
  };

  test("A: a third, costs, Medicare", () => {
    const paid = medicare();
    const calculated = calculateShare(share({ ...ofA, liens: [["12480.00", paid]] }));
    expect(amountsOf(calculated, "attorney_fee", "lien", "net_to_client")).toEqual(["33333.33", "7793.65", "54655.44"]);
    expect(find(calculated, "lien").reductionCents).toBe(468_635);
    expect(calculated.lines.map(({ explanation }) => explanation)).toEqual([
      "33⅓% of $100,000.00",
      "Cost of the case: $4,217.58",
      "Lien of $12,480.00, reduced by $4,686.35",
      "$100,000.00, less $45,344.56 above",
    ]);
    const inPoints = calculateShare(share({ ...ofA, rate: { basisPoints: 3_333 } }));
    expect(amountsOf(inPoints, "attorney_fee")).toEqual(["33330.00"]);
  });

  test("B: 40% net of costs, a common fund, child support", () => {
    const given = {
      gross: "250000.00",
      rate: { basisPoints: 4_000 },
      base: "net_of_costs",
      costs: "18764.21",
    } as const;
    const { feeBaseCents, feeCents, costsCents } = calculateShare(share(given));
    expect([feeBaseCents, feeCents]).toEqual([23_123_579, 9_249_432]);
    const paid = reduceByCommonFund({ lienCents: 3_120_000, grossCents: 25_000_000, feeCents, costsCents });
    expect(paid).toBe(1_731_494);
    const liens = [
      ["31200.00", paid],
      ["4300.00", "4300.00"],
    ] as const;
    expect(calculateShare(share({ ...given, liens })).netCents).toBe(11_712_653);
  });

  test("E: two shares with one cost", () => {
    const gross = ["45000.00", "15000.00"] as const;
    const costs = splitCents(234_567, gross.map(dollars));
    expect(costs).toEqual([175_925, 58_642]);
    const calculated = gross.map((each, place) =>
      calculateShare(share({ gross: each, costs: String((costs[place] ?? 0) / 100) })),
    );
    expect(calculated.map((each) => amountsOf(each, "attorney_fee", "net_to_client"))).toEqual([
      ["15000.00", "28240.75"],
      ["5000.00", "9413.58"],
    ]);
  });

  test("H: Medicare's lien is more than the settlement", () => {
    const given = { gross: "20000.00", costs: "1250.00" } as const;
    const { feeCents, costsCents } = calculateShare(share(given));
    const paid = reduceByProcurement({ lienCents: 2_630_000, grossCents: 2_000_000, feeCents, costsCents });
    expect([feeCents, paid]).toEqual([666_667, 1_208_333]);
    expect(calculateShare(share({ ...given, liens: [["26300.00", paid]] }))).toMatchObject({
      netCents: 0,
      shortCents: 0,
    });
  });

  test("I: Medicaid in Florida, by the shipped rule", () => {
    const ofI = { grossCents: 8_000_000, feeCents: 2_666_667, costsCents: 320_000 };
    expect(proposeBy("lien_reduction.fl.medicaid", { ...ofI, lienCents: 4_100_000 })).toBe(2_840_000);
    expect(proposeBy("lien_reduction.fl.medicaid", { ...ofI, lienCents: 2_000_000 })).toBe(2_000_000);
    expect(proposeBy("lien_reduction.us.medicaid", { ...ofI, lienCents: 4_100_000 }, 24_000_000)).toBe(1_366_667);
    expect(proposeBy("lien_reduction.us.medicaid", { ...ofI, lienCents: 4_100_000 })).toBe(null);
    expect(proposeBy("lien_reduction.tx.hospital", { ...ofI, lienCents: 4_100_000 })).toBe(null);
  });

  test("J: the deductions exceed the share, with a suggestion", () => {
    const liens = [
      ["6250.00", "6250.00"],
      ["3150.00", "3150.00"],
    ] as const;
    expect(calculateShare(share({ gross: "15000.00", costs: "2100.00", liens }))).toMatchObject({
      shortCents: 150_000,
      netCents: 0,
      suggestion: { lien_0: 525_266, lien_1: 264_734 },
    });
  });

  test("K: no fee on property damage", () => {
    const calculated = calculateShare(share({ gross: "83250.00", exempt: "8250.00", costs: "1200.10" }));
    expect(amountsOf(calculated, "attorney_fee", "net_to_client")).toEqual(["25000.00", "57049.90"]);
  });

  test("L: A with a referral of a third of the fee", () => {
    const calculated = calculateShare(share({ ...ofA, referral: third }));
    expect(amountsOf(calculated, "attorney_fee", "referral_fee")).toEqual(["22222.22", "11111.11"]);
    expect(find(calculated, "attorney_fee").explanation).toBe("33⅓% of $100,000.00, less referral fees of $11,111.11");
    expect(find(calculated, "referral_fee").explanation).toBe("33⅓% of the fee of $33,333.33");
  });

  test("M: A with Medicare held back, then final", () => {
    const first = calculateShare(share({ ...ofA, liens: [["12480.00", "12480.00", true]] }));
    expect(amountsOf(first, "holdback", "net_to_client")).toEqual(["12480.00", "49969.09"]);
    const second = calculateShare(share({ ...ofA, liens: [["12480.00", medicare()]] }));
    expect(second.netCents - first.netCents).toBe(468_635);
  });

  test("100.00 over three is 33.34, 33.33, 33.33", () => {
    expect(splitCents(10_000, [1, 1, 1])).toEqual([3_334, 3_333, 3_333]);
  });
});

describe("the fee of a share", () => {
  test("is limited by the agreement and by the court, and says so", () => {
    const limited = calculateShare(
      share({ gross: "100000.00", fee: { capCents: 3_000_000, approvedCents: 2_500_000 } }),
    );
    expect(find(limited, "attorney_fee")).toMatchObject({
      amountCents: 2_500_000,
      explanation: "33⅓% of $100,000.00, limited by the court to $25,000.00",
    });
    const reduced = calculateShare(share({ gross: "100000.00", fee: { capCents: 9_900_000, reductionCents: 33_333 } }));
    expect(find(reduced, "attorney_fee")).toMatchObject({
      amountCents: 3_300_000,
      computedCents: 3_333_333,
      reductionCents: 33_333,
      explanation: "33⅓% of $100,000.00, less $333.33 that the firm gives up",
    });
  });

  test("by brackets is marginal and rounded once", () => {
    const brackets = [
      { upToCents: 101, rate: third },
      { upToCents: null, rate: { basisPoints: 2_500 } },
    ];
    // 33.667 and 25.25 cents: 58.917.
    const calculated = calculateShare(share({ gross: "2.02", fee: { terms: { brackets } } }));
    expect(find(calculated, "attorney_fee")).toMatchObject({
      amountCents: 59,
      explanation: "33⅓% to $1.01, 25% above, of $2.02",
    });
  });

  test("is what the court awarded, or none", () => {
    const awarded = calculateShare(share({ gross: "100.00", fee: { terms: { awardedCents: 1_234 } } }));
    expect(find(awarded, "attorney_fee")).toMatchObject({
      amountCents: 1_234,
      explanation: "Awarded by the court: $12.34",
    });
    expect(centsOf(calculateShare(share({ gross: "100.00", fee: { terms: "none" } })), "attorney_fee")).toBe(0);
  });

  test("is never less than the referral fees", () => {
    const rates = [third, { basisPoints: 7_000 }];
    const referrals = rates.map((rate, place) => ({ key: `r${place}`, label: "Firm", rate }));
    expect(() => calculateShare(share({ gross: "100.00", other: { referrals } }))).toThrow("exceed the fee");
  });
});

const runs = { numRuns: isFullExtent ? 100_000 : 1_000 };
/** In milliseconds: on a machine that does other work, a hundred thousand take minutes. */
const patience = 1_800_000;
const cents = (most: number) => fc.integer({ min: 0, max: most });
const anyRate: fc.Arbitrary<Rate> = fc.oneof(
  fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 40 }))
    .map(([denominator, part]) => ({ numerator: Math.min(part, denominator), denominator })),
);
const anyBrackets = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 90_000_000 }), { maxLength: 7 }),
    fc.array(anyRate, { minLength: 8, maxLength: 8 }),
  )
  .map(([ends, rates]) =>
    [...ends.toSorted((one, other) => one - other), null].map((upToCents, place) => ({
      upToCents,
      rate: rates[place] ?? third,
    })),
  );
const deductions = (prefix: string) =>
  fc
    .array(cents(3_000_000), { maxLength: 6 })
    .map((amounts) => amounts.map((amountCents, place) => ({ key: `${prefix}_${place}`, label: prefix, amountCents })));
/** Up to a hundred million dollars: nothing near the end of the safe integers may lose a cent. */
const anyShare: fc.Arbitrary<Share> = fc.record({
  grossCents: fc.integer({ min: 1, max: 10_000_000_000 }),
  exemptCents: cents(20_000_000),
  fee: fc.record({
    base: fc.constantFrom("gross", "net_of_costs"),
    terms: fc.oneof(
      fc.record({ rate: anyRate }),
      fc.record({ brackets: anyBrackets }),
      fc.record({ awardedCents: cents(30_000_000) }),
      fc.constant("none" as const),
    ),
    capCents: fc.option(cents(40_000_000)),
    approvedCents: fc.option(cents(40_000_000)),
    reductionCents: cents(2_000_000),
  }),
  // Together at most the whole fee: a third and a half are less, also after rounding.
  referrals: fc.subarray([
    { key: "one", label: "One", rate: third },
    { key: "two", label: "Two", rate: { basisPoints: 5_000 } },
  ]),
  costs: deductions("cost"),
  invoices: deductions("invoice"),
  liens: deductions("lien").chain((liens) =>
    fc
      .tuple(
        ...liens.map((lien) =>
          fc.record({ lien: fc.constant(lien), more: cents(1_000_000), isHeldBack: fc.boolean() }),
        ),
      )
      .map((each) =>
        each.map(({ lien, more, isHeldBack }) => ({ ...lien, auditedCents: lien.amountCents + more, isHeldBack })),
      ),
  ),
  other: deductions("other"),
  holdbacks: deductions("holdback"),
  paidDirectCents: cents(20_000_000),
});

describe("15. generated settlements", () => {
  test(
    `pay to the cent what the page says, in ${runs.numRuns} shares`,
    () => {
      fc.assert(
        fc.property(anyShare, (given) => {
          const { lines, suggestion, ...numbers } = calculateShare(given);
          const { attorneyFeeCents, referralCents, ...expected } = shareByTheBook(given);
          expect({ ...numbers, suggestion }).toEqual(expected);
          expect(lines[0]?.amountCents).toBe(attorneyFeeCents);
          expect(lines.filter(({ kind }) => kind === "referral_fee").map(({ amountCents }) => amountCents)).toEqual(
            referralCents,
          );
        }),
        runs,
      );
    },
    patience,
  );

  test(
    `conserve every cent, and no line is negative or without an explanation, in ${runs.numRuns} shares`,
    () => {
      fc.assert(
        fc.property(anyShare, (given) => {
          const { lines, shortCents } = calculateShare(given);
          const paid = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
          expect(paid).toBe(given.grossCents + shortCents);
          expect(lines.filter(({ amountCents }) => amountCents < 0)).toEqual([]);
          expect(lines.filter(({ explanation }) => !/\d|No fee/.test(explanation))).toEqual([]);
          expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
        }),
        runs,
      );
    },
    patience,
  );

  test(
    `split to the cent as the page says, in ${runs.numRuns} splits`,
    () => {
      fc.assert(
        fc.property(
          cents(10_000_000),
          fc.array(fc.integer({ min: 1, max: 9_000_000 }), { minLength: 1, maxLength: 20 }),
          (whole, weights) => {
            const parts = splitCents(whole, weights);
            expect(parts).toEqual(splitByTheBook(whole, weights));
            expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
          },
        ),
        runs,
      );
    },
    patience,
  );

  test(
    `reduce liens as the page says, in ${runs.numRuns} liens`,
    () => {
      const positive = fc.integer({ min: 1, max: 50_000_000 });
      fc.assert(
        fc.property(positive, positive, fc.tuple(cents(9_000_000), cents(9_000_000)), anyRate, (l, g, [f, c], rate) => {
          const base = { lienCents: l, grossCents: g, feeCents: f, costsCents: c };
          expect(reduceByCommonFund(base)).toBe(commonFundByTheBook({ l, g, f, c }));
          expect(reduceByProcurement(base)).toBe(procurementByTheBook({ l, g, f, c }));
          expect(reduceByAhlborn({ ...base, fullValueCents: g + f })).toBe(ahlbornByTheBook({ l, g }, g + f));
          expect(reduceByCap({ lienCents: l, rate, baseCents: g })).toBe(capByTheBook(l, rate, g));
          expect(reduceProRata(l + g, [l, g])).toEqual([l, g]);
          expect(reduceProRata(l, [l, g])).toEqual(splitByTheBook(l, [l, g]));
        }),
        runs,
      );
    },
    patience,
  );
});
