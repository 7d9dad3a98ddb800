/** Whether two values of a form, of the same members in the same order, are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
