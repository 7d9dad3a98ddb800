import type { DeadlineNotice } from "./schema.ts";

export function isAboutDeadline(notice: { kind: string }): notice is DeadlineNotice {
  return notice.kind.startsWith("deadline.");
}

const describeDay = (day: string) => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));

/** `Statute of limitations in 7 days, not verified (case 2026-000123)`: neither its title nor a name. */
export function describeDeadline({ parameters }: DeadlineNotice): { subject: string; sentences: string[] } {
  const { typeName, caseNumber, isVerified, dueOn } = parameters;
  const subject = `Missed: ${typeName}, ${isVerified ? "verified" : "not verified"} (case ${caseNumber})`;
  return { subject, sentences: [`${subject}.`, `It was due on ${describeDay(dueOn)}, and nobody recorded that it was done.`] };
}
