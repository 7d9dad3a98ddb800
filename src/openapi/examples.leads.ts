import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area leads in use, by their names in the catalogue. */
export const leadExamples: Readonly<Record<string, OperationExamples>> = {
};
