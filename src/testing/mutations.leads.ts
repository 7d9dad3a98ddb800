import type { Arrange } from "./mutation.ts";

/** The mutations of the area leads, each with a fresh record to work on. */
export const leadMutations: Record<string, Arrange> = {
};
