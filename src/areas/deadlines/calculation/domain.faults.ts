import type { Count } from "./schema.ts";

export type Checked = Pick<Count, "unit" | "dueTime" | "startRule" | "nextWeekday" | "direction">;

interface Fault {
  path: "dueTime" | "startRule" | "nextWeekday";
  message: string;
}

/**
 * What does not go together in a count, wherever it is given: in a calculation, in a deadline, or in an item of a chain
 * template. Null where it can be counted.
 */
export function findCountFault({ unit, dueTime, startRule, nextWeekday, direction }: Checked): Fault | null {
  const isInHours = unit === "hours";
  if (isInHours && dueTime !== null)
    return { path: "dueTime", message: "must not be sent with unit hours: it follows from the time of the start" };
  if (isInHours && startRule !== "next_day")
    return { path: "startRule", message: "must be next_day with unit hours, which run through closed days" };
  if (nextWeekday !== null && direction === "before")
    return { path: "nextWeekday", message: "allowed only with direction after" };
  return null;
}
