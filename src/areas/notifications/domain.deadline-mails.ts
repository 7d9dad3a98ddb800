import type { DeadlineNotice } from "./schema.ts";

export function isAboutDeadline(notice: { kind: string }): notice is DeadlineNotice {
  return notice.kind.startsWith("deadline.");
}

export function describeDeadlinePlace({ kind, parameters }: DeadlineNotice): string {
  return kind === "deadline.unverified" ? "/deadlines" : `/deadlines?deadline=${parameters.deadlineId}`;
}

const describeDay = (day: string) => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
const describeWeekday = (day: string) => new Intl.DateTimeFormat("en-US", { weekday: "long", month: "short", day: "numeric", timeZone: "UTC" }).format(new Date(day));
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** How far a date is away. */
function describeDistance(daysLeft: number): string {
  if (daysLeft === 0) return "today";
  return daysLeft < 0 ? `${count(-daysLeft, "day")} ago` : `in ${count(daysLeft, "day")}`;
}

/** `Statute of limitations in 7 days, not verified (case 2026-000123)`: neither its title nor a name. */
export function describeDeadline(notice: DeadlineNotice): { subject: string; sentences: string[] } {
  if (notice.kind === "deadline.unverified") return describeUnverified(notice.parameters);
  const { typeName, caseNumber, isVerified } = notice.parameters;
  const place = `(case ${caseNumber})`;
  switch (notice.kind) {
    case "deadline.approaching": {
      const { daysLeft, effectiveOn, actInDays = daysLeft, actByOn = effectiveOn } = notice.parameters;
      const [isSame, both] = [actByOn === effectiveOn, `act by ${describeWeekday(actByOn)}; due ${describeWeekday(effectiveOn)}`];
      const what = isSame ? `${typeName} ${describeDistance(actInDays)}` : `${typeName}, ${both}`;
      const subject = `${what}${isVerified ? "" : ", not verified"} ${place}`;
      const date = isSame ? `The date that counts is ${describeDay(effectiveOn)}.` : `The last open day is ${describeDistance(actInDays)}; the days after it, until the date that counts, are closed.`;
      return { subject, sentences: [`${subject}.`, `${date}${isVerified ? "" : " No second person has verified it."}`] };
    }
    case "deadline.tolled": {
      const subject = `Time does not run: ${typeName} ${place}`;
      return { subject, sentences: [`${subject}.`, "A tolling segment of this deadline has no end, so there are no warnings and it is not marked as missed. Record the end as soon as time runs again."] };
    }
    case "deadline.disputed": {
      const subject = `Date disputed: ${typeName} ${place}`;
      return { subject, sentences: [`${subject}.`, "A second person found another date. Correct the deadline, or have it verified. Until then the earliest date that the facts allow counts."] };
    }
    case "deadline.missed": {
      const subject = `Missed: ${typeName}, ${isVerified ? "verified" : "not verified"} ${place}`;
      return { subject, sentences: [`${subject}.`, `It was due on ${describeDay(notice.parameters.dueOn)}, and nobody recorded that it was done.`] };
    }
    default:
      return notice satisfies never;
  }
}

function describeUnverified({ dateCount, pendingCount, earliestOn }: Extract<DeadlineNotice, { kind: "deadline.unverified" }>["parameters"]): { subject: string; sentences: string[] } {
  const parts = [...(dateCount > 0 ? [`${count(dateCount, "date")} to verify`] : []), ...(pendingCount > 0 ? [`${count(pendingCount, "request")} to decide on`] : [])];
  const subject = `Deadlines: ${parts.join(", ")}`;
  return { subject, sentences: [`${subject}.`, `The earliest of them counts on ${describeDay(earliestOn)}. You can act on all of them as the second person.`] };
}
