/** Items of a bulk job at most. */
export const maxItems = 500;
