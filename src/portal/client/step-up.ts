/** What an action still requires: the second factor again, or its setup. */
export type StepUp = "confirm" | "enroll";
