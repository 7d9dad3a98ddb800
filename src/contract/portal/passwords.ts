/** Bounds of a password's length, for screens and server. */
export const leastPasswordLength = 12;
export const mostPasswordLength = 128;
