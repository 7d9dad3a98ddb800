import type { DeadlineNews } from "../../contract/closed-sets/deadline-news.ts";
import { formatDateChange, formatDueDate } from "../../contract/values/due-time.ts";
import { describeDay } from "./domain.mail-days.ts";
import type { ChangedDeadline, DeadlineNotice } from "./schema.ts";

export function isAboutDeadline(notice: { kind: string }): notice is DeadlineNotice {
  return notice.kind.startsWith("deadline.");
}

export function describeDeadlinePlace({ kind, parameters }: DeadlineNotice): string {
  if (kind === "deadline.unverified") return "/deadlines";
  if (kind === "deadline.changed")
    return parameters.deadlines.length === 1
      ? `/deadlines?deadline=${parameters.deadlines[0]?.deadlineId}`
      : "/deadlines";
  return `/deadlines?deadline=${parameters.deadlineId}`;
}

const describeWeekday = (day: string) =>
  new Intl.DateTimeFormat("en-US", { weekday: "long", month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(day),
  );
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** How far a date is away. */
function describeDistance(daysLeft: number): string {
  if (daysLeft === 0) return "today";
  return daysLeft < 0 ? `${count(-daysLeft, "day")} ago` : `in ${count(daysLeft, "day")}`;
}

/** `Statute of limitations in 7 days, not verified (case 2026-000123)`: neither its title nor a name. */
export function describeDeadline(notice: DeadlineNotice): { subject: string; sentences: string[] } {
  if (notice.kind === "deadline.unverified") return describeUnverified(notice.parameters);
  if (notice.kind === "deadline.changed") return describeChanged(notice.parameters);
  const { typeName, caseNumber, isVerified } = notice.parameters;
  const place = `(case ${caseNumber})`;
  switch (notice.kind) {
    case "deadline.approaching": {
      const { daysLeft, effectiveOn, actInDays = daysLeft, actByOn = effectiveOn } = notice.parameters;
      const [isSame, both] = [
        actByOn === effectiveOn,
        `act by ${describeWeekday(actByOn)}; due ${formatDueDate(describeWeekday(effectiveOn), notice.parameters)}`,
      ];
      const what = isSame ? `${typeName} ${describeDistance(actInDays)}` : `${typeName}, ${both}`;
      const subject = `${what}${isVerified ? "" : ", not verified"} ${place}`;
      const date = isSame
        ? `The effective date is ${formatDueDate(describeDay(effectiveOn), notice.parameters)}.`
        : `The last open day ${actInDays < 0 ? "was" : "is"} ${describeDistance(actInDays)}; the days after it, until the effective date, are closed.`;
      return {
        subject,
        sentences: [`${subject}.`, `${date}${isVerified ? "" : " No second person has verified it."}`],
      };
    }
    case "deadline.tolled": {
      const subject = `Tolled: ${typeName} ${place}`;
      return {
        subject,
        sentences: [
          `${subject}.`,
          "A tolling period of this deadline has no end date, so there are no warnings and it is not marked as missed. Record the end as soon as time runs again.",
        ],
      };
    }
    case "deadline.disputed": {
      const subject = `Date disputed: ${typeName} ${place}`;
      return {
        subject,
        sentences: [
          `${subject}.`,
          "A second person found another date. Correct the deadline, or have it verified. Until then the earliest date the facts allow is effective.",
        ],
      };
    }
    case "deadline.missed": {
      const subject = `Missed: ${typeName}, ${isVerified ? "verified" : "not verified"} ${place}`;
      return {
        subject,
        sentences: [
          `${subject}.`,
          `It was due on ${formatDueDate(describeDay(notice.parameters.dueOn), notice.parameters)}, and no one recorded that it was done.`,
        ],
      };
    }
    default:
      return notice satisfies never;
  }
}

function describeUnverified({
  dateCount,
  pendingCount,
  earliestOn,
}: Extract<DeadlineNotice, { kind: "deadline.unverified" }>["parameters"]): { subject: string; sentences: string[] } {
  const parts = [
    ...(dateCount > 0 ? [`${count(dateCount, "date")} to verify`] : []),
    ...(pendingCount > 0 ? [`${count(pendingCount, "request")} to decide on`] : []),
  ];
  const subject = `Deadlines: ${parts.join(", ")}`;
  return {
    subject,
    sentences: [
      `${subject}.`,
      `The earliest is effective on ${describeDay(earliestOn)}. You can act on all of them as the second person.`,
    ],
  };
}

type Change = { verb: string; describe: (from: string, to: string) => string };

/** What happened, of several dates, and of one with its days. */
const changes: Readonly<Record<DeadlineNews, Change>> = {
  set: { verb: "set", describe: (_from, to) => `set, ${to}` },
  assigned: { verb: "assigned to you", describe: (_from, to) => `assigned to you, ${to}` },
  moved: {
    verb: "moved",
    describe: (from, to) => (to.startsWith(from) ? `changed, ${to}` : `moved from ${from} to ${to}`),
  },
  extended: { verb: "extended", describe: (from, to) => `extended from ${from} to ${to}` },
  reopened: { verb: "reopened", describe: (_from, to) => `reopened, ${to}` },
  proposed: {
    verb: "proposed for a later day",
    describe: (from, to) =>
      `a later date is proposed, ${to}; ${from} stays effective until a second person confirms it`,
  },
  requested: {
    verb: "proposed to be closed",
    describe: (_from, to) => `a second person decides whether to close it; ${to} stays effective until then`,
  },
  withdrawn: {
    verb: "confirmed as they were",
    describe: (_from, to) => `the proposal was rejected or withdrawn; ${to} stays effective`,
  },
  trigger_called_off: {
    verb: "without their event, which was called off",
    describe: (_from, to) => `the event it is counted from was called off; ${to} stays`,
  },
  trigger_restored: {
    verb: "with their event, which is on again",
    describe: (_from, to) => `the event it is counted from is on again; ${to} stays`,
  },
  waived: { verb: "waived", describe: (from) => `waived; it was due on ${from}` },
  superseded: { verb: "superseded", describe: (from) => `superseded; it was due on ${from}` },
  cancelled: { verb: "canceled", describe: (from) => `canceled; it was due on ${from}` },
};

const ended: ReadonlySet<DeadlineNews> = new Set(["waived", "superseded", "cancelled"]);

/** `Answer due: moved from Jan 10, 2027 to Jan 14, 2027, not verified (case 2026-000123)` */
export function describeDeadlineChange({
  typeName,
  caseNumber,
  isVerified,
  change,
  actByOn,
  ...dates
}: ChangedDeadline): string {
  const { from, to } = formatDateChange({ ...dates, change }, describeDay);
  const act = actByOn === null ? "" : `, act by ${describeWeekday(actByOn)}`;
  const verified = isVerified || ended.has(change) ? "" : ", not verified";
  return `${typeName}: ${changes[change].describe(from, to)}${act}${verified} (case ${caseNumber})`;
}

type Changed = Extract<DeadlineNotice, { kind: "deadline.changed" }>["parameters"];

/** `6 dates of case 2026-000123 moved`, then each with its days: neither titles nor names. */
function describeChanged({ dateCount, caseCount, caseNumber, change, deadlines }: Changed): {
  subject: string;
  sentences: string[];
} {
  const [only] = deadlines;
  if (dateCount === 1 && only !== undefined)
    return { subject: describeDeadlineChange(only), sentences: [`${describeDeadlineChange(only)}.`] };
  const subject = `${count(dateCount, "date")} of ${caseNumber === null ? count(caseCount, "case") : `case ${caseNumber}`} ${change === null ? "changed" : changes[change].verb}`;
  const others = dateCount - deadlines.length;
  const lines = [
    ...deadlines.map((each) => `- ${describeDeadlineChange(each)}`),
    ...(others > 0 ? [`- and ${others} more`] : []),
  ];
  return { subject, sentences: [`${subject}.`, lines.join("\n")] };
}
