import { diffRecords } from "../../../rpc/context.ts";
import { findTemplate } from "./domain.templates.ts";
import type { HolidayCalendar, HolidayRule, TemplateDifference } from "./schema.ts";

/** What decides which days a rule closes: neither its name nor its source. */
const ofDays = ({ on, observed, firstYear, lastYear, isDoubtful, certainObservance, years, counts }: HolidayRule) => ({
  on,
  observed,
  firstYear,
  lastYear,
  isDoubtful,
  certainObservance,
  years,
  counts,
});

const hasSameDays = (left: HolidayRule, right: HolidayRule) =>
  Object.keys(diffRecords(ofDays(left), ofDays(right))).length === 0;

/**
 * A copy with what its days differ in from the shipped calendar as it is now: because that was corrected since, or
 * because the firm changed its own. None of a calendar that is no copy.
 */
export function compareWithTemplate(calendar: HolidayCalendar): HolidayCalendar {
  const template = calendar.templateKey === null ? undefined : findTemplate(calendar.templateKey);
  if (template === undefined) return calendar;
  const [own, shipped] = [calendar.rules, template.rules].map(
    (rules) => new Map(rules.map((rule) => [rule.key, rule])),
  );
  const name = (rule: HolidayRule, difference: TemplateDifference["difference"]): TemplateDifference => ({
    ruleKey: rule.key,
    name: rule.name,
    difference,
  });
  const templateDifferences = [
    ...template.rules.flatMap((rule) => {
      const mine = own?.get(rule.key);
      if (mine === undefined) return [name(rule, "only_shipped")];
      return hasSameDays(mine, rule) ? [] : [name(rule, "different_days")];
    }),
    ...calendar.rules.flatMap((rule) => (shipped?.has(rule.key) === true ? [] : [name(rule, "only_here")])),
  ];
  return { ...calendar, templateDifferences };
}
