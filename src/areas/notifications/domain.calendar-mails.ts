import type { CalendarNotice } from "./schema.ts";

export function isAboutEvent(notice: { kind: string }): notice is CalendarNotice {
  return notice.kind.startsWith("calendar.");
}

const words: Record<CalendarNotice["kind"], [prefix: string, sentence: string]> = {
  "calendar.invited": ["Invitation: ", "You were invited."],
  "calendar.changed": [
    "Changed: ",
    "Its time or place changed, or it takes place after all; this is the current time.",
  ],
  "calendar.cancelled": ["Canceled: ", "It will not take place."],
  "calendar.removed": ["Removed: ", "You were removed from it; it still takes place."],
  "calendar.reminder": ["", "This is the reminder that was set for it."],
};

/** `Hearing on Nov 30, 2026, 9:00 AM EST (case 2026-000123)`: neither its title nor its place nor a name. */
export function describeEvent({ kind, parameters: { typeName, caseNumber, when } }: CalendarNotice): {
  subject: string;
  sentences: string[];
} {
  const [prefix, sentence] = words[kind];
  const subject = `${prefix}${typeName} on ${when}${caseNumber === null ? "" : ` (case ${caseNumber})`}`;
  return { subject, sentences: [`${subject}.`, sentence] };
}
