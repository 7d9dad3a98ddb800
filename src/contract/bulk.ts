/** Items of a bulk job at most. */
export const maxItems = 10_000;
/** Its body at most, in bytes: 600 an item of so many. */
export const maxJobBytes = 6 * 1_048_576;
/** Results in a page at most. */
export const maxResults = 500;
