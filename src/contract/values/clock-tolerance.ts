/** By how much the clock of a client, or of a sender of emails, may differ from ours. */
export const clockToleranceMilliseconds = 5 * 60_000;
