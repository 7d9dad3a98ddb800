import type { ReactNode } from "react";
import { formatTimeOfDay } from "../../contract/values/due-time.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { PlainLink } from "../ui/link.tsx";
import { Urgent } from "../ui/urgency.tsx";
import { countOpenDays, urgencyOfEntry, type Docket, type Entry } from "./agenda.ts";
import { docketTab as t } from "./strings.ts";
import { formatDay, nameAssignees } from "./views.ts";

interface EntryLineProps {
  entry: Entry;
  docket: Pick<Docket, "today" | "closedDays" | "timeZone">;
}

/** One line of the agenda; the whole of it opens the deadline. */
export function EntryLine({ entry, docket }: EntryLineProps) {
  const { case: matter, deadline } = entry;
  const who = nameResponsible(entry);
  return (
    <li className="relative grid gap-x-4 gap-y-0.5 py-2.5 text-sm hover:bg-sunken sm:min-h-12 sm:grid-cols-[minmax(0,1fr)_12rem_13rem] sm:items-center">
      <div className="min-w-0">
        <EntryName entry={entry} />
        <p className="text-[0.8125rem] text-muted wrap-anywhere">
          {[describeTime(entry, docket.timeZone), matter?.sequenceId ?? null, describeStatus(entry)]
            .filter((part) => part !== null && part !== "")
            .join(" · ")}
        </p>
      </div>
      <p className="text-muted wrap-anywhere">
        <span className="sr-only">{t.responsible("")}</span>
        {who ?? t.none}
      </p>
      <p className="sm:text-right">
        <Urgent urgency={urgencyOfEntry(entry, docket.today)}>{describeNearness(entry, docket)}</Urgent>
        {deadline !== null && deadline.actByOn !== deadline.effectiveOn && (
          <span className="block text-[0.8125rem] text-muted">{t.actBy(formatDay(deadline.actByOn))}</span>
        )}
      </p>
    </li>
  );
}

export function EntryName({ entry }: { entry: Entry }): ReactNode {
  const { href } = useOrganization();
  const { deadline } = entry;
  if (deadline === null) return <span className="font-medium wrap-anywhere">{nameEntry(entry)}</span>;
  return (
    <PlainLink
      href={href(`/deadlines?deadline=${deadline.id}`)}
      className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
    >
      {nameEntry(entry)}
    </PlainLink>
  );
}

export const nameEntry = ({ deadline, event }: Entry) => deadline?.title ?? event?.title ?? t.none;

function nameResponsible({ deadline, event }: Entry): string | null {
  if (deadline !== null) return nameAssignees(deadline.assignees);
  const organizer = event?.organizer ?? null;
  return organizer === null ? null : nameAssignees([organizer]);
}

/** A time in another zone than the firm's names it. */
function describeTime({ time, timeZone }: Entry, ofFirm: string): string | null {
  if (time === null) return null;
  const clock = formatTimeOfDay(time);
  return timeZone === ofFirm ? clock : t.at(clock, timeZone);
}

/** "3 business days left", or how long it is overdue and since when. */
function describeNearness({ deadline, date }: Entry, { today, closedDays }: EntryLineProps["docket"]): string {
  if (deadline?.urgency === "overdue") return `${t.daysLeft(deadline.daysLeft)}, ${t.dueOn(formatDay(date))}`;
  const on = deadline?.actByOn ?? date;
  return on <= today ? t.daysLeft(0) : t.courtDaysLeft(countOpenDays(today, on, closedDays));
}

function describeStatus({ deadline, event }: Entry): string {
  if (deadline === null) return nameValue(event?.type ?? "private");
  const { recalculation, status, verificationStatus } = deadline;
  return [
    ...(status === "missed" ? [t.missed] : []),
    nameStatus(verificationStatus),
    ...(recalculation === null ? [] : [t.proposed(formatDay(recalculation.proposedOn))]),
  ].join(", ");
}
