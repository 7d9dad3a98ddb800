import { enumeration } from "../../../contract/enumeration.ts";

/** Source: specification, "1. Update facility routing config"; domain model, 18. */
export const queueEnumerations = {
  queueResult: enumeration("What a vendor did with a request that it took from the queue.", {
    acknowledged: "It has the request and goes on with it.",
    rejected: "It refuses the request, for a reason that can be cured.",
    released: "It gives the request back.",
  }),
  queueItemStatus: enumeration("What became of one item of an answer to the vendor queue.", {
    succeeded: "It was done as the item says.",
    failed: "It was refused and has changed nothing; `code` and `error` say why.",
  }),
} as const;
