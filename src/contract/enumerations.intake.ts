/** Enumerations of the area intake. Source: domain model. */
export const intakeEnumerations = {} as const;
