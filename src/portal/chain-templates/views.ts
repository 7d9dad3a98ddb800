import { formatTimeOfDay } from "../../contract/values/due-time.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { chainTemplatesScreen as t } from "./strings.ts";

export type ChainTemplate = PortalOutputs["deadlineChainTemplates"]["list"]["chainTemplates"][number];
type Item = ChainTemplate["items"][number];
type Count = Omit<Item["alternatives"][number], "citation">;
/** What an item can be counted from. */
type Sources = Pick<ChainTemplate, "items" | "triggers">;

export const nameCourts = (code: string): string => ({ "": t.allCourts, US: t.federal })[code] ?? code;

export const useInvalidateTemplates = () => useInvalidate((client) => [client.deadlineChainTemplates.pathFilter()]);

function nameSource(from: string, { items, triggers }: Sources): string {
  const item = items.find(({ key }) => from === `item:${key}`)?.title;
  const named = item ?? triggers.find(({ key }) => from === `trigger:${key}`)?.label;
  return named === undefined ? t.theTrigger : t.quoted(named);
}

const nameFacts = (facts: Count["onlyIf"], and: string): string => facts.map((fact) => t.facts[fact]).join(and);

/** By the number of ISO 8601: Monday is 1. */
const weekdays: Readonly<Record<number, string>> = t.weekdays;

/** "20 days after the trigger, then the next Monday, plus days for service, unless the summons was published". */
export function describePeriod(count: Count, sources: Sources): string {
  const { offset, unit, direction, from, rollRule, startRule, nextWeekday, isExtendedByService, onlyIf, unless } =
    count;
  const source = nameSource(from, sources);
  const period =
    offset === 0
      ? t.onTheDay(source)
      : t.period(offset, (offset === 1 ? t.unit : t.units)[unit], direction === "before", source);
  return [
    period,
    ...(startRule === "next_open_day" ? [t.fromOpenDay] : []),
    ...(nextWeekday === null ? [] : [t.nextWeekday(weekdays[nextWeekday] ?? "")]),
    ...(isExtendedByService ? [t.extendedByService] : []),
    ...(rollRule === "none" ? [t.stays] : []),
    ...(onlyIf.length > 0 ? [t.onlyIf(nameFacts(onlyIf, t.and))] : []),
    ...(unless.length > 0 ? [t.unless(nameFacts(unless, t.or))] : []),
  ].join(", ");
}

/** How an item's date is computed: its counts, one of which decides, and the date's own rules. */
export function describeItem(
  item: Item,
  sources: Sources,
): { lead: string | null; counts: { period: string; citation: string | null }[]; more: string[] } {
  const counts = [
    { period: describePeriod(item, sources), citation: item.citation },
    ...item.alternatives.map((each) => ({ period: describePeriod(each, sources), citation: each.citation })),
  ];
  const more = [
    ...(item.dueTime === null ? [] : [t.dueTime(formatTimeOfDay(item.dueTime))]),
    ...(item.isJurisdictional ? [t.jurisdictional] : []),
  ];
  return { lead: item.alternatives.length === 0 ? null : t.ofSeveral[item.choose], counts, more };
}
