import { formatDueDate, formatTimeOfDay } from "../../../contract/values/due-time.ts";
import { dayOf, timeOf } from "../../../platform/local-time.ts";
import type { SharedOccurrence } from "../../calendar/occurrences/domain.attended.ts";
import { eventTypeLabels } from "../../calendar/enumerations.ts";
import { labelOf } from "../../deadlines/enumerations.ts";
import type { PlacedDeadline } from "../../deadlines/docket/domain.ts";
import type { Subscriber } from "./store.ts";

type Deadline = PlacedDeadline["deadline"];

export interface DocketContent {
  /** The last day, `YYYY-MM-DD`. */
  through: string;
  deadlines: readonly Deadline[];
  /** Events whose types trigger deadlines. */
  courtDates: readonly SharedOccurrence[];
  /** Sentences about deadlines that changed. */
  changes: readonly string[];
  /** Whether there are more deadlines or court dates than these. */
  isCut: boolean;
}

const createDayFormat = (length: "long" | "short") =>
  new Intl.DateTimeFormat("en-US", { weekday: length, month: length, day: "numeric", timeZone: "UTC" });
const longDay = createDayFormat("long");
const shortDay = createDayFormat("short");
const formatDay = (on: string) => longDay.format(new Date(on));
const formatShortDay = (on: string) => shortDay.format(new Date(on));

const formatCount = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

interface Line {
  on: string;
  /** Sorts within the day; empty first. */
  time: string;
  text: string;
}

/** What a reader has to know of a date before they rely on it. */
function describeDoubts({ verificationStatus, recalculation, pendingTransition }: Deadline): string[] {
  return [
    ...(verificationStatus === "verified" ? [] : [verificationStatus === "disputed" ? "disputed" : "not verified"]),
    ...(recalculation === null ? [] : [`a later date is proposed: ${formatShortDay(recalculation.proposedOn)}`]),
    ...(pendingTransition === null ? [] : ["a second person decides whether to close it"]),
  ];
}

/** Names a deadline by its type and case number; its title may name a party. */
function describeDeadline(deadline: Deadline, today: string): Line {
  const { on, dates } = describeDates(deadline, today);
  const name = `${labelOf(deadline.type)}, case ${deadline.case.sequenceId}`;
  return { on, time: deadline.dueTime ?? "", text: [name, ...dates, ...describeDoubts(deadline)].join("; ") };
}

/** The day under which a deadline is listed, its act-by day until that is past, and what its line adds to that day. */
function describeDates(
  { status, effectiveOn, actByOn, dueTime, timeZone, urgency }: Deadline,
  today: string,
): { on: string; dates: string[] } {
  const due = formatDueDate(formatShortDay(effectiveOn), { dueTime, timeZone });
  if (urgency === "overdue")
    return { on: effectiveOn, dates: [`${status === "missed" ? "missed" : "was due"}: ${due}`] };
  if (actByOn < today) {
    const time = dueTime === null ? [] : [`due ${due}`];
    return { on: effectiveOn, dates: [...time, `last open day was ${formatShortDay(actByOn)}`] };
  }
  const isDueThatDay = actByOn === effectiveOn && dueTime === null;
  return { on: actByOn, dates: isDueThatDay ? [] : [`due ${due}`] };
}

/** In the reader's time zone; of a private event not even the type. */
function describeEvent({ event, startAt, startOn }: SharedOccurrence, timeZone: string): Line {
  const name = event.visibility === "private" ? "Private event" : eventTypeLabels[event.type];
  const described = event.case === null ? name : `${name}, case ${event.case.sequenceId}`;
  if (event.allDay) return { on: startOn, time: "", text: described };
  const time = timeOf(startAt, timeZone).slice(0, 5);
  return { on: dayOf(startAt, timeZone), time, text: `${formatTimeOfDay(time)}: ${described}` };
}

const docketNames = { own: "Your docket", office: "Docket of your office", organization: "Docket of the firm" };

const formatLines = (lines: readonly Line[]) => lines.map(({ text }) => `- ${text}`).join("\n");
const compareLines = (a: Line, b: Line) => `${a.on} ${a.time}`.localeCompare(`${b.on} ${b.time}`);

/** A docket as a mail: overdue deadlines, then each day; neither titles nor names. */
export function describeDocketMail(
  subscriber: Subscriber,
  { through, deadlines, courtDates, changes, isCut }: DocketContent,
) {
  const { email, organizationName, slug, today, timeZone, scope } = subscriber;
  const overdue = deadlines.filter(({ urgency }) => urgency === "overdue").map((each) => describeDeadline(each, today));
  const ahead = deadlines.filter(({ urgency }) => urgency !== "overdue").map((each) => describeDeadline(each, today));
  const dated = [...ahead, ...courtDates.map((each) => describeEvent(each, timeZone))].toSorted(compareLines);
  const sections = [
    ...(overdue.length === 0 ? [] : [`OVERDUE\n${formatLines(overdue.toSorted(compareLines))}`]),
    ...[...Map.groupBy(dated, ({ on }) => on)].map(
      ([on, lines]) => `${on === today ? "TODAY, " : ""}${formatDay(on)}\n${formatLines(lines)}`,
    ),
    ...(overdue.length + dated.length === 0 ? [`Nothing is due through ${formatDay(through)}.`] : []),
    ...(changes.length === 0
      ? []
      : [`CHANGED SINCE THE LAST DOCKET\n${changes.map((each) => `- ${each}`).join("\n")}`]),
    ...(isCut ? ["This email does not list everything."] : []),
  ];
  const counts = [
    ...(overdue.length === 0 ? [] : [`${overdue.length} overdue`]),
    ...(ahead.length === 0 ? [] : [formatCount(ahead.length, "deadline")]),
    ...(courtDates.length === 0 ? [] : [formatCount(courtDates.length, "court date")]),
  ];
  const summary = counts.length === 0 ? "nothing due" : counts.join(", ");
  const docketName = docketNames[scope];
  return {
    to: email,
    subject: `${docketName}: ${summary} through ${formatShortDay(through)} (${organizationName})`,
    text: [
      ...sections,
      "Times are in your time zone. Change this email in your notification preferences.",
      `Organization: ${organizationName}`,
    ].join("\n\n"),
    path: `/o/${slug}/deadlines?tab=docket`,
  };
}
