import type { Arrange } from "./mutation.ts";

/** The mutations of the area contacts, each with a fresh record to work on. */
export const contactMutations: Record<string, Arrange> = {
};
