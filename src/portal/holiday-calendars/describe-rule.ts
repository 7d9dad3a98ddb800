import { describeRule as t } from "./strings.ts";
import type { Calendar } from "./views.ts";

type Rule = Calendar["rules"][number];

function describeOn(on: Rule["on"]): string {
  if (on.type === "date") return t.date(t.months[on.month] ?? "", on.day);
  if (on.type === "easter") return t.easter(on.plusDays);
  if (on.type === "listed") return t.listed(on.dates);
  const after = t.plusDays(on.plusDays);
  if (on.type === "lunar") return t.lunar(t.calendars[on.calendar], on.month, on.day) + after;
  return t.weekday(t.ordinals[on.n] ?? t.last, t.weekdays[on.weekday] ?? "", t.months[on.month] ?? "") + after;
}

/** When a rule closes a day, in words: the day, the years, where it is observed, and what is particular. */
export function describeRule({
  on,
  observed,
  firstYear,
  lastYear,
  years,
  counts,
  certainObservance,
  isDoubtful,
}: Rule): string {
  const isMoved = observed.saturday !== "none" || observed.sunday !== "none";
  const parts = [
    describeOn(on),
    ...(years === null ? [] : [t.every(years.every, years.from)]),
    ...(firstYear === null ? [] : [t.since(firstYear)]),
    ...(lastYear === null ? [] : [t.until(lastYear)]),
    ...(isMoved ? [t.observed(t.moves[observed.saturday], t.moves[observed.sunday])] : []),
    ...(certainObservance === "none" ? [] : [t.certain[certainObservance]]),
    ...(counts === "forward_only" ? [t.forwardOnly] : []),
    ...(isDoubtful ? [t.doubtful] : []),
  ];
  return parts.join("; ");
}
