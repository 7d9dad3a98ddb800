/** Today in a time zone, such as America/New_York: YYYY-MM-DD. */
export const findToday = (timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(new Date());
