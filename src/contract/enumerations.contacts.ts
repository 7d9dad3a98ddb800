/** Enumerations of the area contacts. Source: domain model. */
export const contactsEnumerations = {} as const;
