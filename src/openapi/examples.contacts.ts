import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area contacts in use, by their names in the catalogue. */
export const contactExamples: Readonly<Record<string, OperationExamples>> = {
};
