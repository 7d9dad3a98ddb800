import { enumeration } from "../../../contract/enumeration.ts";

export const referralDocumentEnumerations = {
  referralDocumentDirection: enumeration("Which way a document of a referral goes.", {
    sent: "The firm shared it.",
    received: "The other firm shared it.",
  }),
  referralDocumentState: enumeration("How a shared document stands.", {
    pending: "Its copy is under way.",
    delivered: "The recipient has it.",
    failed: "It could not be copied; it can be shared again.",
  }),
} as const;
