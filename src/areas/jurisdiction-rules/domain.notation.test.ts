import { expect, test } from "vitest";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { defaultRules, summarizeRule } from "./domain.notation.ts";
import { RuleText, type JurisdictionRule } from "./schema.ts";

const rules = [...defaultRules.values()];
const find = (key: string): JurisdictionRule => {
  const rule = defaultRules.get(key);
  if (rule === undefined) throw new Error(key);
  return rule;
};
const summaryOf = (key: string) => `${find(key).summary}: ${find(key).citation}`;

test("23. every shipped rule has a source, a month or a day and nobody's verification, and could be saved", () => {
  expect(rules.length).toBeGreaterThan(150);
  expect(
    rules.filter(
      ({ citation, asOf, verification, source }) =>
        citation.trim() === "" ||
        !/\d/.test(citation) ||
        !/^20\d\d-\d\d(-\d\d)?$/.test(asOf) ||
        verification !== "unverified" ||
        source !== "default",
    ),
  ).toEqual([]);
  expect(
    rules
      .filter(({ rule, citation, asOf, note }) => !RuleText.safeParse({ rule, citation, asOf, note }).success)
      .map(({ key }) => key),
  ).toEqual([]);
  expect(
    rules
      .filter(({ citation, asOf }) => (asOf === "2026-11") !== citation.includes("read 2026-11-"))
      .map(({ key }) => key),
  ).toEqual([]);
  expect(RuleText.safeParse({ ...find("limitation.pa.personal_injury"), citation: "" }).success).toBe(false);
});

test("no key is used twice, and every jurisdiction is a state or the United States", () => {
  const states = new Set([...Object.keys(sharedEnumerations.caseState.values), "US"]);
  expect(
    rules.filter(
      ({ key, kind, jurisdiction }) =>
        !states.has(jurisdiction) || !key.startsWith(`${kind}.${jurisdiction.toLowerCase()}`),
    ),
  ).toEqual([]);
  const counts = Object.fromEntries([...Map.groupBy(rules, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]));
  expect(counts).toEqual({
    limitation: 122,
    claim_notice: 48,
    minority: 19,
    service: 13,
    fee_cap: 8,
    lien_reduction: 8,
    fee_division: 10,
    text_hours: 3,
  });
});

test("a notation says in words what the statute does", () => {
  expect(
    [
      "limitation.pa.personal_injury",
      "limitation.ca.medical_malpractice",
      "limitation.wa.medical_malpractice",
      "limitation.ny.medical_malpractice",
      "limitation.tx.medical_malpractice",
      "limitation.ny.municipal",
      "limitation.us.ftca",
      "claim_notice.wa.government",
      "limitation.fl.personal_injury_before_2023_03_24",
      "limitation.la.wrongful_death",
      "claim_notice.pa.certificate_of_merit",
      "minority.pa",
      "minority.mi",
    ].map(summaryOf),
  ).toEqual([
    "2 years from the incident: 42 Pa.C.S. § 5524(2)",
    "1 year from the incident, or from its discovery, at most 3 years from the incident: Code Civ. Proc. § 340.5",
    "3 years from the incident, or 1 year from its discovery, whichever is later: RCW 4.16.350(3); Bennett v. United States, No. 101300-1 (Wash. Dec. 7, 2023) (read 2026-11-29)",
    "2 years and 6 months from the end of the treatment: CPLR 214-a",
    "2 years from the end of the treatment, at most 10 years from the incident: Civ. Prac. & Rem. Code § 74.251",
    "1 year and 90 days from the incident: Gen. Mun. Law § 50-i",
    "6 months from the rejection of the claim: 28 U.S.C. § 2401(b); 32 CFR § 750.36 (read 2026-11-29)",
    "60 days before the end of the period of limitation: RCW 4.92.110, 4.96.020",
    "4 years from the incident, for incidents until 2023-03-23: former Fla. Stat. § 95.11(3)(a)",
    "Look up the statute; no date is calculated: La. Civ. Code art. 2315.2 (a summary; read 2026-11-29)",
    "Look up the statute; no date is calculated: Pa.R.Civ.P. 1042.3",
    "The period begins on the 18th birthday: 42 Pa.C.S. § 5533(b)",
    "The period does not end before 1 year after the 18th birthday: MCL 600.5851",
  ]);
  expect(summarizeRule(find("limitation.fl.personal_injury").rule)).toBe(
    "2 years from the incident, for incidents since 2023-03-24",
  );
});
