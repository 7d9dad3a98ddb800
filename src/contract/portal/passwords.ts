export const leastPasswordLength = 12;
export const mostPasswordLength = 128;
