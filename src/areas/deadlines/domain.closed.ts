import type { Court } from "./domain.courts.ts";
import { applyStoredRule, determineDate, inputsOf } from "./domain.dates.ts";
import type { Due } from "./triggers/domain.start-times.ts";
import type { Matter } from "./store.changes.ts";
import type { DeadlineRow } from "./store.ts";

/**
 * Whether others are counted through a deadline that was satisfied or called off: it stays, and they follow the date
 * that it would have. One that was set by hand has that date whatever its trigger does.
 */
export const isClosed = ({ isOpen, isOverridden }: DeadlineRow): boolean => !isOpen && !isOverridden;

/** The date that a closed deadline would have, were it counted from a day; its own where its rule says none of that. */
export function countClosed(
  court: Court,
  matter: Matter,
  closed: DeadlineRow,
  { triggerOn, startTime = closed.startTime }: { triggerOn: string; startTime?: string | null },
): Due {
  if (triggerOn === closed.triggerOn && startTime === closed.startTime) return closed;
  const inputs = { ...inputsOf(closed), triggerOn, startTime };
  const result = applyStoredRule(inputs, court);
  return result !== null && "missing" in result ? closed : determineDate(inputs, matter, court).columns;
}
