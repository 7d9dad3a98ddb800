import { enumeration } from "../../../contract/enumeration.ts";

export const queueEnumerations = {
  queueResult: enumeration("How a vendor completes a leased request.", {
    acknowledged: "It accepts the request.",
    rejected: "It rejects the request, for a reason that can be fixed.",
    released: "It returns the request to the queue.",
  }),
  queueItemStatus: enumeration("The result of one item.", {
    succeeded: "The item was processed.",
    failed: "The item failed and changed nothing; see `code` and `error`.",
  }),
} as const;
