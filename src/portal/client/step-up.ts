/** What stands between a person and an act: the second factor must be shown again, or there is none yet. */
export type StepUp = "confirm" | "enroll";
