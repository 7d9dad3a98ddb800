import { expect, test } from "vitest";
import { defaultTemplates } from "../shipped/domain.templates.ts";
import { chooseItems } from "../domain.items.ts";
import { findAnchors, findItemFault } from "../schema.items.ts";
import { ChainTemplateText, type ChainAlternative, type ChainTemplateItem } from "../schema.ts";

const templates = [...defaultTemplates.values()];

const citation =
  /^(Fed\. R\. (Civ|App)\. P\.|28 U\.S\.C\. §|Tex\. R\. (Civ|App)\. P\.|Fla\. R\. (Civ|App)\. P\.|O\.C\.G\.A\. §|Cal\. Code Civ\. Proc\. §|Cal\. Rules of Court, rule|Wash\. (Super\. Ct\. Civ\. R|R\. App\. P)\.|CPLR|N\.J\. Ct\. R\.|Pa\.R\.(Civ\.|A\.)P\.|Ill\. S\. Ct\. R\.|735 ILCS|Ohio (Civ|App)\.R\.|MCR|Mo\. Sup\. Ct\. R\.) \d/;

test("acceptance 23: every shipped template has a day, nobody's verification and a citation at each item, and could be saved; without a citation it could not", () => {
  expect(
    templates.filter(
      ({ asOf, verification, source, items }) =>
        asOf !== "2026-11-29" || verification !== "unverified" || source !== "default" || items.length === 0,
    ),
  ).toEqual([]);
  const cited = templates
    .flatMap(({ items }) => items)
    .flatMap(({ citation: ofItem, alternatives }) => [ofItem, ...alternatives.flatMap((each) => each.citation ?? [])]);
  expect(cited.filter((each) => !citation.test(each))).toEqual([]);
  const textOf = (
    { name, jurisdiction, trigger, triggers, items, asOf }: (typeof templates)[number],
    ofItem?: string,
  ) => ({
    name,
    jurisdiction,
    trigger,
    triggers,
    asOf,
    items: items.map((item) => ({ ...item, citation: ofItem ?? item.citation })),
  });
  expect(templates.flatMap((template) => ChainTemplateText.safeParse(textOf(template)).error?.issues ?? [])).toEqual(
    [],
  );
  expect(templates.filter((template) => ChainTemplateText.safeParse(textOf(template, " ")).success)).toEqual([]);
  expect([...new Set(templates.map(({ jurisdiction }) => jurisdiction))].toSorted()).toEqual([
    "CA",
    "FL",
    "GA",
    "IL",
    "MI",
    "MO",
    "NJ",
    "NY",
    "OH",
    "PA",
    "TX",
    "US",
    "WA",
  ]);
});

test("the shipped federal templates are the periods of the rules, item by item", () => {
  const count = ({ offset, unit, direction, from, isExtendedByService }: ChainAlternative | ChainTemplateItem) =>
    `${offset} ${unit} ${direction} ${from}${isExtendedByService ? " + service" : ""}`;
  const rows = templates
    .filter(({ jurisdiction }) => jurisdiction === "US")
    .flatMap(({ key, items }) =>
      items.map((item) =>
        [
          key,
          item.type,
          [item, ...item.alternatives].map(count).join(` or ${item.choose} `),
          item.citation,
          ...(item.isJurisdictional ? ["jurisdictional"] : []),
        ].join(" | "),
      ),
    );
  expect(rows).toEqual([
    "frcp.complaint_filed | service_of_process | 90 calendar_days after trigger | Fed. R. Civ. P. 4(m)",
    "frcp.defendant_served | answer_due | 21 calendar_days after trigger or earliest 60 calendar_days after trigger or earliest 60 calendar_days after trigger:us_attorney_served | Fed. R. Civ. P. 12(a)(1)(A)(i)",
    "frcp.defendant_served | removal | 30 calendar_days after trigger | 28 U.S.C. § 1446(b)",
    "frcp.waiver_sent | answer_due | 60 calendar_days after trigger or earliest 90 calendar_days after trigger | Fed. R. Civ. P. 12(a)(1)(A)(ii)",
    "frcp.removed | remand | 30 calendar_days after trigger | 28 U.S.C. § 1447(c)",
    "frcp.removed | answer_due | 7 calendar_days after trigger or latest 21 calendar_days after trigger:pleading_received or latest 21 calendar_days after trigger:summons_served | Fed. R. Civ. P. 81(c)(2) (a summary)",
    "frcp.answer_served | amend_pleading | 21 calendar_days after trigger + service or earliest 21 calendar_days after trigger:rule_12_motion_served + service | Fed. R. Civ. P. 15(a)(1)(B)",
    "frcp.answer_served | jury_demand | 14 calendar_days after trigger | Fed. R. Civ. P. 38(b)",
    "frcp.rule_12_motion_served | amend_pleading | 21 calendar_days after trigger + service or earliest 21 calendar_days after trigger:answer_served + service | Fed. R. Civ. P. 15(a)(1)(B)",
    "frcp.rule_26f_held | initial_disclosures | 14 calendar_days after trigger | Fed. R. Civ. P. 26(a)(1)(C)",
    "frcp.discovery_served | discovery_response | 30 calendar_days after trigger + service | Fed. R. Civ. P. 33(b)(2), 34(b)(2)(A), 36(a)(3)",
    "frcp.trial_set | expert_disclosure | 90 calendar_days before trigger | Fed. R. Civ. P. 26(a)(2)(D)(i)",
    "frcp.trial_set | pretrial_disclosures | 30 calendar_days before trigger | Fed. R. Civ. P. 26(a)(3)(B)",
    "frcp.trial_set | offer_of_judgment | 14 calendar_days before trigger | Fed. R. Civ. P. 68(a)",
    "frcp.expert_disclosed | expert_rebuttal | 30 calendar_days after trigger | Fed. R. Civ. P. 26(a)(2)(D)(ii)",
    "frcp.discovery_closes | dispositive_motion | 30 calendar_days after trigger | Fed. R. Civ. P. 56(b)",
    "frcp.hearing_set | motion_response | 7 calendar_days before trigger | Fed. R. Civ. P. 6(c)(2)",
    "frcp.judgment_entered | post_trial_motion | 28 calendar_days after trigger | Fed. R. Civ. P. 50(b), 59(b), 59(e), 6(b)(2) | jurisdictional",
    "frcp.judgment_entered | notice_of_appeal | 30 calendar_days after trigger or earliest 60 calendar_days after trigger or earliest 30 calendar_days after trigger:motion_decided or earliest 60 calendar_days after trigger:motion_decided | Fed. R. App. P. 4(a)(1)(A) | jurisdictional",
  ]);
  const rolled = templates
    .flatMap(({ items }) => items)
    .filter(({ isStep }) => !isStep)
    .flatMap((item) => [item, ...item.alternatives]);
  expect(
    rolled.filter(
      ({ direction, rollRule }) => rollRule !== (direction === "after" ? "next_open_day" : "previous_open_day"),
    ),
  ).toEqual([]);
});

test("an item is counted from one before it, and is chosen with it", () => {
  const items = [
    { key: "a", from: "trigger" },
    { key: "b", from: "item:a" },
    { key: "c", from: "trigger" },
  ];
  expect(findItemFault(items)).toBeNull();
  expect(findItemFault(items.toReversed())).toMatchObject({ path: [1, "from"] });
  expect(findItemFault([{ key: "a", from: "item:a" }])).toMatchObject({ path: [0, "from"] });
  expect(findItemFault([...items, { key: "a", from: "trigger" }])).toMatchObject({ path: [3, "key"] });
  expect(chooseItems({ items }, ["b", "a"]).map(({ key }) => key)).toEqual(["a", "b"]);
  for (const key of ["b", "d"]) expect(() => chooseItems({ items }, [key])).toThrow("must name items of the template");
});

test("a step is chosen with what is counted from it, and an item follows the trigger or one other deadline", () => {
  const step = { key: "final", from: "trigger", isStep: true };
  const items = [step, { key: "appeal", from: "item:final" }, { key: "other", from: "trigger" }];
  expect(findItemFault(items)).toBeNull();
  expect(chooseItems({ items }, ["appeal"]).map(({ key }) => key)).toEqual(["final", "appeal"]);
  expect([...findAnchors(items)].map(([key, anchors]) => [key, ...anchors])).toEqual([
    ["final", "trigger"],
    ["appeal", "trigger"],
    ["other", "trigger"],
  ]);
  expect(findItemFault([step, { key: "other", from: "trigger" }])).toMatchObject({ path: [0, "isStep"] });
  expect(findItemFault([step])).toMatchObject({ path: [0, "isStep"] });
  expect(findItemFault([{ key: "a", from: "trigger:served" }])).toMatchObject({ path: [0, "from"] });
  expect(findItemFault([{ key: "a", from: "trigger:served" }], [{ key: "served" }])).toBeNull();
  const both = [
    { key: "a", from: "trigger" },
    { key: "b", from: "trigger", alternatives: [{ from: "item:a" }] },
  ];
  expect(findItemFault(both)).toMatchObject({ path: [1, "alternatives"] });
  const many = Array.from({ length: 60 }, (_, index) => ({
    key: `k${index}`,
    from: "trigger",
    alternatives: [{ from: "trigger" }, { from: "trigger" }],
  }));
  expect(findItemFault(many)).toMatchObject({ path: [40, "alternatives"] });
});
