/** Enumerations of the area cases. Source: domain model. */
export const casesEnumerations = {} as const;
