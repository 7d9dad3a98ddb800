import type { TextHoursRule } from "./schema.ts";

export type { TextHoursRule };

/** The key of the rule that says when texts go to a state. */
export const textHoursKeyOf = (state: string): string => `text_hours.${state.toLowerCase()}`;

/** Hours for texts in words: `Monday to Saturday from 09:00 to 21:00, Sunday from 12:00 to 21:00`. */
export function summarizeTextHours({ hours }: TextHoursRule): string {
  const words = hours.map(({ days, from, until }) => `${nameDays(days)} from ${from} to ${until}`);
  return `Texts go ${words.join(", ")}`;
}

function nameDays(days: TextHoursRule["hours"][number]["days"]): string {
  if (days.length === 7) return "every day";
  return days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)).join(", ");
}
