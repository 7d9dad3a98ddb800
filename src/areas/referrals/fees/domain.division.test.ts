import { describe, expect, test } from "vitest";
import { shippedFeeDivisions } from "../../jurisdiction-rules/domain.fee-division-rules.ts";
import type { FeeTerms } from "../schema.terms.ts";
import { findReferralFee, listFaults, type Division, type Moment } from "./domain.division.ts";

const terms: FeeTerms = {
  type: "percentage_of_fee",
  rate: { numerator: 1, denominator: 3 },
  flatCents: null,
  basis: "joint_responsibility",
  workSplit: null,
  jurisdiction: null,
  writtenAgreementOn: null,
  updatesEveryDays: 90,
};
const percent = (of: number): FeeTerms => ({ ...terms, rate: { basisPoints: of * 100 } });
const flat = (flatCents: number): FeeTerms => ({ ...terms, type: "flat", rate: null, flatCents });

test.each<[FeeTerms, number, number]>([
  [terms, 4_000_000, 1_333_333],
  [percent(25), 9_249_432, 2_312_358],
  [terms, 9_249_432, 3_083_144],
  [flat(500_000), 4_000_000, 500_000],
  [{ ...terms, type: "none", rate: null }, 4_000_000, 0],
])("the share of %j", (of, totalFeeCents, due) => {
  expect(findReferralFee(of, totalFeeCents)).toBe(due);
  expect(findReferralFee(of, null)).toBeNull();
});

describe("the rule of", () => {
  const signed = { consentedOn: "2026-10-01", isWritten: true };
  const division: Division = { terms, consent: null, sentOn: null, totalFeeCents: null };
  const check = (state: string, change: Partial<Division>, moment: Moment) => {
    const rule = shippedFeeDivisions.find((shipped) => shipped.state === state)?.rule;
    if (rule === undefined) throw new Error(`no rule of ${state}`);
    return listFaults(rule, { ...division, ...change }, moment).length;
  };
  const agreed = { ...percent(25), writtenAgreementOn: "2026-10-01" };

  test.each<[state: string, change: Partial<Division>, moment: Moment, faults: number]>([
    ["us", {}, "terms", 0],
    ["us", { terms: { ...terms, basis: "not_required" } }, "terms", 1],
    ["pa", { terms: { ...terms, basis: "not_required" } }, "payout", 0],
    ["fl", {}, "sending", 1],
    ["fl", { terms: percent(25) }, "sending", 0],
    ["fl", { terms: percent(25) }, "engagement", 2],
    ["fl", { terms: agreed, consent: signed }, "engagement", 0],
    ["fl", { terms: { ...agreed, basis: "proportional_services" }, consent: signed }, "engagement", 1],
    [
      "fl",
      { terms: { ...flat(1_000_001), writtenAgreementOn: "2026-10-01" }, consent: signed, totalFeeCents: 4_000_000 },
      "payout",
      1,
    ],
    [
      "fl",
      { terms: { ...flat(1_000_000), writtenAgreementOn: "2026-10-01" }, consent: signed, totalFeeCents: 4_000_000 },
      "payout",
      0,
    ],
    ["tx", {}, "terms", 0],
    ["tx", {}, "sending", 1],
    ["tx", { consent: signed, sentOn: "2026-10-01" }, "sending", 0],
    ["tx", { consent: signed, sentOn: "2026-09-30" }, "engagement", 1],
    ["az", { consent: { ...signed, isWritten: false } }, "engagement", 1],
    ["az", { consent: signed }, "engagement", 0],
    ["ca", { consent: signed }, "engagement", 1],
  ])("%s: %j at %s misses %d", (...[state, change, moment, faults]) => {
    expect(check(state, change, moment)).toBe(faults);
  });
});
