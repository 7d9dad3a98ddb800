import { formatTimeOfDay } from "../../contract/values/due-time.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { nameValue } from "../exports/export-request.ts";
import { formatTime } from "../ui/format.ts";
import { laterDates as t } from "./strings.ts";

export type Deadline = PortalOutputs["deadlines"]["get"]["deadline"];

/** What a second person decides on. */
export type Subject = "date" | "transition" | "recalculation";

export const useInvalidateDeadlines = () => useInvalidate((client) => [client.deadlines.pathFilter()]);

/** "Fri, Nov 20, 2026" */
export const formatDay = (on: string) =>
  formatTime(`${on}T00:00:00Z`, { weekday: "short", month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });

/** "Fri, Nov 20", of a day within days of another that has the year. */
export const formatNearDay = (on: string) =>
  formatTime(`${on}T00:00:00Z`, { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });

/** "Fri, Nov 20, 2026, 3:00 PM"; without a time of day the day alone. */
export const formatDue = (on: string, time: string | null) =>
  time === null ? formatDay(on) : t.due(formatDay(on), formatTimeOfDay(time));

export type Recalculation = NonNullable<Deadline["recalculation"]>;
/** With a later date that waits for a second person. */
export type Waiting = Deadline & { recalculation: Recalculation };
export const isWaiting = (deadline: Deadline): deadline is Waiting => deadline.recalculation !== null;

/** "Trial: Mon, Sep 13, 2027 → Mon, Nov 1, 2027", of a day that stays the new time; null where no trigger moved. */
export function describeMoved({ movedTrigger, triggerTime }: Recalculation): string | null {
  if (movedTrigger === null) return null;
  const { source, label, fromOn, toOn } = movedTrigger;
  const name = source === "manual" ? (label ?? nameValue(source)) : nameValue(source);
  if (fromOn === toOn) return t.movedTime(name, formatDue(toOn, triggerTime));
  return t.moved(name, formatDay(fromOn), formatDay(toOn));
}

/** "Mon, Sep 13, 2027 → Mon, Nov 1, 2027" */
export const describeLater = ({
  dueOn,
  dueTime,
  recalculation,
}: Pick<Waiting, "dueOn" | "dueTime" | "recalculation">) =>
  t.change(formatDue(dueOn, dueTime), formatDue(recalculation.proposedOn, recalculation.proposedTime));

/** What waits of a deadline, in a list: the date that it would have, or what somebody requested. */
export function describeWaiting({ dueOn, dueTime, recalculation, pendingTransition }: Deadline): string {
  if (recalculation !== null) return describeLater({ dueOn, dueTime, recalculation });
  return pendingTransition === null ? "" : nameValue(pendingTransition.toStatus);
}

type Named = { firstName: string; lastName: string };

/** Who is responsible, by last name: "Okafor, Voss"; null where nobody is. */
export const nameAssignees = (assignees: readonly Named[]): string | null =>
  assignees.length === 0 ? null : assignees.map(({ lastName }) => lastName).join(", ");
