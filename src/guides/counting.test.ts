import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../cli/run-program.ts";
import { countDeadline } from "../areas/deadlines/calculation/domain.counting.ts";
import type { Count } from "../areas/deadlines/calculation/schema.ts";
import {
  describeAddition,
  serviceWords,
  shippedServiceBasis,
  type RuleJurisdiction,
  type ServiceRule,
} from "../areas/jurisdiction-rules/domain.service.ts";
import { shippedServiceRules } from "../areas/jurisdiction-rules/domain.service-rules.ts";
import { calendarTemplates } from "../areas/organization/holiday-calendars/domain.templates.ts";
import { BusinessDays } from "../platform/business-days.ts";

const text = readFileSync(join(projectFolder, "src/guides/counting.md"), "utf8");
const rowsOf = (section: string) => {
  const [, body = ""] = text.split(`\n## ${section}\n`);
  const lines = (body.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
};

const list = (additions: ServiceRule["methods"]) =>
  additions
    .filter(({ days }) => days > 0)
    .map((each) => `${describeAddition(each)} ${serviceWords[each.method]}`)
    .join(", ");

test("the table of service rules is what is shipped", () => {
  const shipped = [...shippedServiceRules.keys()].map((jurisdiction) => {
    const { rule } = shippedServiceBasis(jurisdiction as RuleJurisdiction);
    if (rule === null) throw new Error(jurisdiction);
    const { order, methods, backward } = rule.rule;
    const forward = list(methods);
    const added = backward.methods === null ? "the same" : list(backward.methods);
    const before = backward.isAdded ? added : "none";
    return [jurisdiction, `\`${order}\``, forward === "" ? "none" : forward, before, rule.citation];
  });
  expect(rowsOf("Days for service")).toEqual(shipped);
});

const plain = {
  direction: "after",
  startTime: null,
  startRule: "next_day",
  nextWeekday: null,
  dueTime: null,
  serviceMethod: null,
  observedHolidays: "closed",
} as const satisfies Partial<Count>;

/** `16 court_days before, mail` */
function readCount(startOn: string, words: string): Count {
  const [period = "", extra] = words.split(", ");
  const [offset, unit, how] = period.split(" ");
  const count = {
    ...plain,
    startOn,
    offset: Number(offset),
    unit: unit === "court_days" ? ("court_days" as const) : ("calendar_days" as const),
  };
  if (how === "before") return { ...count, direction: "before", serviceMethod: "mail" };
  if (how === "next_open_day") return { ...count, startRule: how };
  if (extra === "Monday") return { ...count, nextWeekday: 1 };
  return { ...count, serviceMethod: extra === "overnight" ? extra : "mail" };
}

test("each example is counted as it says, in the shipped calendar", () => {
  const rows = rowsOf("Examples");
  expect(rows.length).toBeGreaterThan(8);
  const counted = rows.map(([jurisdiction = "", startOn = "", words = ""]) => {
    const template = calendarTemplates.find((each) => each.kind === "court" && each.jurisdiction === jurisdiction);
    const days = new BusinessDays({
      workWeek: [1, 2, 3, 4, 5],
      rules: template?.rules ?? [],
      exceptions: [],
      verifiedThroughOn: null,
    });
    const court = { calendar: { id: null, revision: 1, verifiedThroughOn: null }, days };
    const service = shippedServiceBasis(jurisdiction as RuleJurisdiction);
    return [
      jurisdiction,
      startOn,
      words,
      countDeadline(readCount(startOn, words), court, { service, timeZone: "America/New_York", today: "2026-11-29" })
        .rolledOn,
    ];
  });
  expect(counted).toEqual(rows.map((row) => row.slice(0, 4)));
});
