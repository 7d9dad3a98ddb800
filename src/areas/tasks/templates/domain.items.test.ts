import { expect, test } from "vitest";
import { BusinessDays } from "../../../platform/business-days.ts";
import { federalTemplate } from "../../organization/holiday-calendars/domain.templates.ts";
import { resolveItems, type Standing } from "./domain.drafts.ts";
import { chooseItems, findItemFault, orderItems } from "./domain.items.ts";
import { GivenItem } from "./schema.ts";

const item = (key: string, more: object = {}) => GivenItem.parse({ key, title: key, ...more });
const days = new BusinessDays({
  workWeek: [1, 2, 3, 4, 5],
  rules: federalTemplate.rules,
  exceptions: [],
  verifiedThroughOn: null,
});

test("items come after what they depend on, are dated by, or belong to; otherwise they keep their order", () => {
  const after = { relativeTo: "task_completed", key: "d", offset: 3, unit: "business_days" };
  const items = [
    item("a", { dependsOnKeys: ["c"] }),
    item("b", { due: after }),
    item("c", { parentKey: "e" }),
    item("d"),
    item("e"),
  ];
  expect(orderItems(items).map(({ key }) => key)).toEqual(["d", "e", "b", "c", "a"]);
  expect(findItemFault(items)).toBeNull();
  expect(
    chooseItems(items, ["a", "b", "c"]).map(({ key, dependsOnKeys, parentKey, due }) => [
      key,
      dependsOnKeys,
      parentKey,
      due,
    ]),
  ).toEqual([
    ["a", ["c"], null, null],
    ["b", [], null, null],
    ["c", [], null, null],
  ]);
});

test.each<[string, object[], object]>([
  ["a key twice", [{}, { key: "a" }], { path: [1, "key"] }],
  ["an unknown predecessor", [{ dependsOnKeys: ["x"] }], { path: [0, "dependsOnKeys"] }],
  [
    "an unknown item that dates it",
    [{ due: { relativeTo: "task_completed", key: "x", offset: 1, unit: "weeks" } }],
    { path: [0, "due", "key"] },
  ],
  [
    "a parent with a parent",
    [{}, { key: "b", parentKey: "a" }, { key: "c", parentKey: "b" }],
    { path: [2, "parentKey"] },
  ],
  [
    "a circle",
    [{ dependsOnKeys: ["b"] }, { key: "b", dependsOnKeys: ["c"] }, { key: "c", dependsOnKeys: ["a"] }],
    { path: [], message: "must not depend on each other in a circle" },
  ],
  ["itself", [{ dependsOnKeys: ["a"] }], { path: [] }],
])("items with %s are rejected", (_what, given, fault) => {
  expect(findItemFault(given.map((more) => item("a", more)))).toMatchObject(fault);
});

test("dates are counted from anchors; what is missing, past or inactive is a warning", () => {
  const due = (relativeTo: string, offset: number, unit: string, more: object = {}) => ({
    due: { relativeTo, offset, unit, ...more },
  });
  const standing: Standing = {
    todayOn: "2026-11-22",
    attorneys: [
      { attorneyId: "mem_lead", role: "lead", status: "active" },
      { attorneyId: "mem_gone", role: "associate", status: "deactivated" },
    ],
    anchors: {
      applied: "2026-11-22",
      retainer_signed: "2026-11-20",
      statute_of_limitations: "2027-03-01",
      case_opened: null,
    },
    stageDays: { discovery: "2026-11-19" },
    assignable: new Set(["tea_1"]),
    assignees: { letter: "mem_given" },
  };
  const { resolved, warnings } = resolveItems(
    [
      item("letter", { ...due("retainer_signed", 1, "business_days"), assignee: { type: "lead_attorney" } }),
      item("records", { ...due("retainer_signed", 10, "business_days"), assignee: { type: "lead_attorney" } }),
      item("toll", {
        ...due("statute_of_limitations", 60, "calendar_days", { direction: "before", roll: "previous_business_day" }),
        assignee: { type: "team", teamId: "tea_1" },
      }),
      item("answer", {
        ...due("stage_entered", 1, "calendar_days", { stage: "discovery" }),
        assignee: { type: "case_role", role: "associate" },
      }),
      item("other_stage", {
        ...due("stage_entered", 1, "calendar_days", { stage: "trial" }),
        assignee: { type: "case_role", role: "trial" },
      }),
      item("opened", { ...due("case_opened", 1, "weeks"), assignee: { type: "member", memberId: "mem_off" } }),
      item("chase", due("task_completed", 3, "business_days", { key: "letter" })),
    ],
    standing,
    days,
  );
  expect(
    resolved.map(({ draft: { itemKey, dueOn, assigneeMemberIds } }) => [itemKey, dueOn, assigneeMemberIds]),
  ).toEqual([
    ["letter", "2026-11-23", ["mem_given"]],
    ["records", "2026-12-07", ["mem_lead"]],
    ["toll", "2026-12-31", []],
    ["answer", "2026-11-20", []],
    ["other_stage", null, []],
    ["opened", null, []],
    ["chase", null, []],
  ]);
  expect(warnings.map(({ itemKey, warning }) => `${itemKey} ${warning}`)).toEqual([
    "answer assignee_inactive",
    "answer due_in_past",
    "other_stage assignee_missing",
    "other_stage anchor_missing",
    "opened assignee_inactive",
    "opened anchor_missing",
  ]);
  expect(resolved[6]).toMatchObject({
    draft: { dueAfterKey: "letter" },
    dueRule: { relativeTo: "task_completed", anchorOn: null },
  });
});
