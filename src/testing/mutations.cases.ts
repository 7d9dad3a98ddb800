import type { Arrange } from "./mutation.ts";

/** The mutations of the area cases, each with a fresh record to work on. */
export const caseMutations: Record<string, Arrange> = {
};
