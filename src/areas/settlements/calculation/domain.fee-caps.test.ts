import { expect, test } from "vitest";
import { defaultRules } from "../../jurisdiction-rules/domain.notation.ts";
import { feeCapKeysOf, type FeeCapRule } from "../../jurisdiction-rules/domain.settlement.ts";
import { findFeeCap, type FeeCapFacts } from "./domain.fee-caps.ts";

function ruleOf(key: string): FeeCapRule {
  const rule = defaultRules.get(key)?.rule;
  if (rule === undefined || !("variants" in rule)) throw new Error(`${key} limits no fee`);
  return rule;
}

const inSuit: FeeCapFacts = {
  wasMinorAtSigning: false,
  isJuryEmpaneled: false,
  isSuitFiled: true,
  isAnswerFiled: true,
  isReleasedBeforeSuit: false,
};
const capOf = (key: string, [subjectCents, costsCents = 0]: readonly number[], facts: Partial<FeeCapFacts> = {}) =>
  findFeeCap(ruleOf(key), { ...inSuit, ...facts }, { subjectCents: subjectCents ?? 0, costsCents }).capCents;

interface Example {
  key: string;
  amounts: readonly number[];
  facts?: Partial<FeeCapFacts>;
  cents: number | null;
}

test.each<[string, Example]>([
  ["C: New Jersey", { key: "fee_cap.nj.any", amounts: [191_456_781], cents: 57_864_195 }],
  ["D: New York, malpractice", { key: "fee_cap.ny.medical_malpractice", amounts: [145_231_055], cents: 29_523_106 }],
  [
    "F: California, malpractice, released before suit",
    {
      key: "fee_cap.ca.medical_malpractice",
      amounts: [45_000_000, 3_765_433],
      facts: { isSuitFiled: false, isAnswerFiled: false, isReleasedBeforeSuit: true },
      cents: 10_308_642,
    },
  ],
  [
    "F: California, malpractice, in suit",
    { key: "fee_cap.ca.medical_malpractice", amounts: [45_000_000, 3_765_433], cents: 13_607_407 },
  ],
  ["G: Florida, malpractice", { key: "fee_cap.fl.medical_malpractice", amounts: [200_000_000], cents: 25_000_000 }],
  ["New Jersey above three millions: by application", { key: "fee_cap.nj.any", amounts: [300_000_001], cents: null }],
  ["New Jersey, three millions", { key: "fee_cap.nj.any", amounts: [300_000_000], cents: 81_250_000 }],
  [
    "13. New Jersey, a minor at the signing",
    { key: "fee_cap.nj.any", amounts: [10_000_000], facts: { wasMinorAtSigning: true }, cents: 2_500_000 },
  ],
  [
    "New Jersey, a minor whose jury is empaneled",
    {
      key: "fee_cap.nj.any",
      amounts: [9_000_000],
      facts: { wasMinorAtSigning: true, isJuryEmpaneled: true },
      cents: 3_000_000,
    },
  ],
  [
    "Florida before an answer",
    { key: "fee_cap.fl.any", amounts: [9_000_000], facts: { isAnswerFiled: false }, cents: 3_000_000 },
  ],
  ["Florida after it", { key: "fee_cap.fl.any", amounts: [9_000_000], cents: 3_600_000 }],
  ["Connecticut", { key: "fee_cap.ct.any", amounts: [150_000_000], cents: 31_000_000 }],
  ["Florida above two millions", { key: "fee_cap.fl.any", amounts: [300_000_000], cents: 90_000_000 }],
  ["Illinois, malpractice", { key: "fee_cap.il.medical_malpractice", amounts: [9_000_000], cents: 3_000_000 }],
  ["a suit against the United States", { key: "fee_cap.us.ftca", amounts: [10_000_000], cents: 2_500_000 }],
  [
    "an administrative claim against the United States",
    { key: "fee_cap.us.ftca", amounts: [10_000_000], facts: { isSuitFiled: false }, cents: 2_000_000 },
  ],
])("%s", (_, { key, amounts, facts, cents }) => {
  expect(capOf(key, amounts, facts)).toBe(cents);
});

test("13. fee_cap.fl.any does not limit the fee of malpractice in Florida: the rule of the case's type comes first", () => {
  const keys = feeCapKeysOf("FL", "medical_malpractice");
  expect(keys.find((key) => defaultRules.has(key))).toBe("fee_cap.fl.medical_malpractice");
  expect(feeCapKeysOf("NJ", "medical_malpractice").find((key) => defaultRules.has(key))).toBe("fee_cap.nj.any");
});

test("shipped limits and reductions say in words what they do, and pointers calculate nothing", () => {
  const summaryOf = (key: string) => defaultRules.get(key)?.summary;
  expect(summaryOf("fee_cap.nj.any")).toBe(
    "At most, of the recovery less costs: of a minor or an incapacitated person, settled before the jury is empaneled: 25%; otherwise: 33⅓% to $750,000.00, 30% to $1,500,000.00, 25% to $2,250,000.00, 20% above; above $3,000,000.00 by application to the court",
  );
  expect(summaryOf("fee_cap.il.medical_malpractice")).toBe("At most, of the recovery: 33⅓%");
  expect(summaryOf("lien_reduction.fl.medicaid")).toBe(
    "At most 50% of the gross amount less a quarter and taxable costs",
  );
  const pointers = [...defaultRules.values()].filter(({ rule }) => "lienTypes" in rule && rule.reduction === null);
  expect(pointers.map(({ key }) => key)).toEqual([
    "lien_reduction.il.hospital",
    "lien_reduction.ca.health",
    "lien_reduction.ca.hospital",
    "lien_reduction.tx.hospital",
    "lien_reduction.ny.health",
  ]);
});
