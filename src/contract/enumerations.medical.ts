/** Enumerations of the area medical. Source: domain model. */
export const medicalEnumerations = {} as const;
