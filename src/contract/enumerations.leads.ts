/** Enumerations of the area leads. Source: domain model. */
export const leadsEnumerations = {} as const;
