/** What members are notified of when a deadline changes. */
export const deadlineNews = [
  "set",
  "assigned",
  "moved",
  "extended",
  "reopened",
  "proposed",
  "requested",
  "withdrawn",
  "trigger_called_off",
  "trigger_restored",
  "waived",
  "superseded",
  "cancelled",
] as const;
export type DeadlineNews = (typeof deadlineNews)[number];
