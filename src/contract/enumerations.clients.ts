/** Enumerations of the area clients. Source: domain model. */
export const clientsEnumerations = {} as const;
