/** Enumerations of the area documents. Source: domain model. */
export const documentsEnumerations = {} as const;
