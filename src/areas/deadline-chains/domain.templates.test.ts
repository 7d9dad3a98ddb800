import { expect, test } from "vitest";
import { defaultTemplates } from "./domain.default-templates.ts";
import { requireItems } from "./domain.ts";
import { ChainTemplateText, findItemFault } from "./schema.ts";

const templates = [...defaultTemplates.values()];

test("acceptance 23: every shipped template has a month, nobody's verification and a citation at each item, and could be saved; without a citation it could not", () => {
  expect(templates.filter(({ asOf, verification, source, items }) => asOf !== "2025-06" || verification !== "unverified" || source !== "default" || items.length === 0)).toEqual([]);
  expect(templates.flatMap(({ items }) => items).filter(({ citation }) => !/^(Fed\. R\. (Civ|App)\. P\.|28 U\.S\.C\. §) \d/.test(citation))).toEqual([]);
  const textOf = ({ name, jurisdiction, trigger, items, asOf }: (typeof templates)[number], citation?: string) => ({ name, jurisdiction, trigger, asOf, items: items.map((item) => ({ ...item, citation: citation ?? item.citation })) });
  expect(templates.filter((template) => !ChainTemplateText.safeParse(textOf(template)).success)).toEqual([]);
  expect(templates.filter((template) => ChainTemplateText.safeParse(textOf(template, " ")).success)).toEqual([]);
});

test("the shipped templates are the periods of the federal rules, item by item", () => {
  const rows = templates.flatMap(({ key, trigger, items }) =>
    items.map(({ type, offset, direction, citation, serviceDays, isJurisdictional }) => [key, trigger.source, type, `${offset}d ${direction}`, citation, serviceDays, ...(isJurisdictional ? ["jurisdictional"] : [])].join(" | ")),
  );
  expect(rows).toEqual([
    "frcp.complaint_filed | manual | service_of_process | 90d after | Fed. R. Civ. P. 4(m) | 0",
    "frcp.defendant_served | service | answer_due | 21d after | Fed. R. Civ. P. 12(a)(1)(A)(i) | 0",
    "frcp.defendant_served | service | removal | 30d after | 28 U.S.C. § 1446(b) | 0",
    "frcp.waiver_sent | manual | answer_due | 60d after | Fed. R. Civ. P. 12(a)(1)(A)(ii) | 0",
    "frcp.removed | manual | remand | 30d after | 28 U.S.C. § 1447(c) | 0",
    "frcp.answer_served | manual | amend_pleading | 21d after | Fed. R. Civ. P. 15(a)(1)(B) | 3",
    "frcp.answer_served | manual | jury_demand | 14d after | Fed. R. Civ. P. 38(b) | 3",
    "frcp.rule_26f_held | manual | initial_disclosures | 14d after | Fed. R. Civ. P. 26(a)(1)(C) | 0",
    "frcp.discovery_served | manual | discovery_response | 30d after | Fed. R. Civ. P. 33(b)(2), 34(b)(2)(A), 36(a)(3) | 3",
    "frcp.trial_set | manual | expert_disclosure | 90d before | Fed. R. Civ. P. 26(a)(2)(D)(i) | 3",
    "frcp.trial_set | manual | pretrial_disclosures | 30d before | Fed. R. Civ. P. 26(a)(3)(B) | 3",
    "frcp.trial_set | manual | offer_of_judgment | 14d before | Fed. R. Civ. P. 68(a) | 3",
    "frcp.expert_disclosed | manual | expert_rebuttal | 30d after | Fed. R. Civ. P. 26(a)(2)(D)(ii) | 3",
    "frcp.discovery_closes | manual | dispositive_motion | 30d after | Fed. R. Civ. P. 56(b) | 0",
    "frcp.hearing_set | manual | motion_response | 7d before | Fed. R. Civ. P. 6(c)(2) | 3",
    "frcp.judgment_entered | manual | post_trial_motion | 28d after | Fed. R. Civ. P. 50(b), 59(b), 59(e), 6(b)(2) | 0 | jurisdictional",
    "frcp.judgment_entered | manual | notice_of_appeal | 30d after | Fed. R. App. P. 4(a)(1)(A) | 0 | jurisdictional",
  ]);
  expect(templates.flatMap(({ items }) => items).filter(({ direction, rollRule }) => rollRule !== (direction === "after" ? "next_open_day" : "previous_open_day"))).toEqual([]);
});

test("an item is counted from one before it, and is chosen with it", () => {
  const items = [{ key: "a", from: "trigger" }, { key: "b", from: "item:a" }, { key: "c", from: "trigger" }];
  expect(findItemFault(items)).toBeNull();
  expect(findItemFault(items.toReversed())).toMatchObject({ path: [1, "from"] });
  expect(findItemFault([{ key: "a", from: "item:a" }])).toMatchObject({ path: [0, "from"] });
  expect(findItemFault([...items, { key: "a", from: "trigger" }])).toMatchObject({ path: [3, "key"] });
  expect(requireItems({ items }, ["b", "a"]).map(({ key }) => key)).toEqual(["a", "b"]);
  for (const key of ["b", "d"]) expect(() => requireItems({ items }, [key])).toThrow("must name items of the template");
});
