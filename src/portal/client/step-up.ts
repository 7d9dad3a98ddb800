export type StepUp = "confirm" | "enroll";
