const dayMilliseconds = 86_400_000;
const millisecondsOf = (on: string) => Date.parse(`${on}T00:00:00Z`);

/** Days from one calendar date to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((millisecondsOf(to) - millisecondsOf(from)) / dayMilliseconds);

/** The calendar date so many days later; of a negative number, earlier. */
export const addDays = (on: string, days: number) =>
  new Date(millisecondsOf(on) + days * dayMilliseconds).toISOString().slice(0, 10);
