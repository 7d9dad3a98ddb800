import { writeDue, writeTimeOfDay } from "../../../contract/values/due-time.ts";
import { dayOf, timeOf } from "../../../platform/local-time.ts";
import type { SharedOccurrence } from "../../calendar/occurrences/domain.attended.ts";
import { eventTypeLabels } from "../../calendar/enumerations.ts";
import { labelOf } from "../../deadlines/enumerations.ts";
import type { PlacedDeadline } from "../../deadlines/docket/domain.ts";
import type { Subscriber } from "./store.ts";

type Deadline = PlacedDeadline["deadline"];

export interface DocketContent {
  /** The last day. */
  through: string;
  deadlines: readonly Deadline[];
  events: readonly SharedOccurrence[];
  /** Sentences about deadlines that changed. */
  changes: readonly string[];
  /** Whether there are more than are listed. */
  isCut: boolean;
}

const formatDay = (on: string, isShort = false) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: isShort ? "short" : "long",
    month: isShort ? "short" : "long",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(on));

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

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
    ...(recalculation === null ? [] : [`a later date is proposed: ${formatDay(recalculation.proposedOn, true)}`]),
    ...(pendingTransition === null ? [] : ["a second person decides whether to let it go"]),
  ];
}

/** On the last day to act; by type and case number, never by its title. */
function describeDeadline(deadline: Deadline, today: string): Line {
  const {
    type,
    status,
    case: { sequenceId },
    effectiveOn,
    actByOn,
    dueTime,
    timeZone,
    urgency,
  } = deadline;
  const isOverdue = urgency === "overdue";
  const on = isOverdue || actByOn < today ? effectiveOn : actByOn;
  const due = writeDue(formatDay(effectiveOn, true), { dueTime, timeZone });
  const dates = [
    ...(isOverdue ? [`${status === "missed" ? "missed" : "was due"}: ${due}`] : []),
    ...(!isOverdue && (on !== effectiveOn || dueTime !== null) ? [`due ${due}`] : []),
    ...(!isOverdue && actByOn < today ? [`last open day was ${formatDay(actByOn, true)}`] : []),
  ];
  return {
    on,
    time: dueTime ?? "",
    text: [`${labelOf(type)}, case ${sequenceId}`, ...dates, ...describeDoubts(deadline)].join("; "),
  };
}

/** In the reader's time zone; of a private event not even the type. */
function describeEvent({ event, startAt, startOn }: SharedOccurrence, timeZone: string): Line {
  const name = event.visibility === "private" ? "Private event" : eventTypeLabels[event.type];
  const what = event.case === null ? name : `${name}, case ${event.case.sequenceId}`;
  if (event.allDay) return { on: startOn, time: "", text: what };
  const time = timeOf(startAt, timeZone).slice(0, 5);
  return { on: dayOf(startAt, timeZone), time, text: `${writeTimeOfDay(time)}: ${what}` };
}

const titleOfScope = { own: "Your docket", office: "Docket of your office", organization: "Docket of the firm" };

const writeLines = (lines: readonly Line[]) => lines.map(({ text }) => `- ${text}`).join("\n");
const compareLines = (a: Line, b: Line) => `${a.on} ${a.time}`.localeCompare(`${b.on} ${b.time}`);

/** A docket as a mail: overdue deadlines, then each day; neither titles nor names. */
export function describeDocketMail(
  subscriber: Subscriber,
  { through, deadlines, events, changes, isCut }: DocketContent,
) {
  const { email, organizationName, slug, today, timeZone, scope } = subscriber;
  const overdue = deadlines.filter(({ urgency }) => urgency === "overdue").map((each) => describeDeadline(each, today));
  const ahead = deadlines.filter(({ urgency }) => urgency !== "overdue").map((each) => describeDeadline(each, today));
  const dated = [...ahead, ...events.map((each) => describeEvent(each, timeZone))].toSorted(compareLines);
  const sections = [
    ...(overdue.length === 0 ? [] : [`OVERDUE\n${writeLines(overdue.toSorted(compareLines))}`]),
    ...[...Map.groupBy(dated, ({ on }) => on)].map(
      ([on, lines]) => `${on === today ? "TODAY, " : ""}${formatDay(on)}\n${writeLines(lines)}`,
    ),
    ...(overdue.length + dated.length === 0 ? [`Nothing is due through ${formatDay(through)}.`] : []),
    ...(changes.length === 0
      ? []
      : [`CHANGED SINCE THE LAST DOCKET\n${changes.map((each) => `- ${each}`).join("\n")}`]),
    ...(isCut ? ["There is more than this mail lists."] : []),
  ];
  const counts = [
    ...(overdue.length === 0 ? [] : [`${overdue.length} overdue`]),
    ...(ahead.length === 0 ? [] : [count(ahead.length, "deadline")]),
    ...(events.length === 0 ? [] : [count(events.length, "court date")]),
  ];
  const what = counts.length === 0 ? "nothing due" : counts.join(", ");
  const whose = titleOfScope[scope];
  return {
    to: email,
    subject: `${whose}: ${what} through ${formatDay(through, true)} (${organizationName})`,
    text: [
      ...sections,
      "Times are in your time zone. Change this mail in your notification preferences.",
      `Organization: ${organizationName}`,
    ].join("\n\n"),
    path: `/o/${slug}/deadlines?tab=docket`,
  };
}
