import { invoice } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area billing in use, by their names in the catalogue. */
export const billingExamples: Readonly<Record<string, OperationExamples>> = {
  "billing.transitionInvoice": { parameters: { invoiceId: ids.invoiceId }, body: { status: "sent" }, answer: { invoice } },
};
