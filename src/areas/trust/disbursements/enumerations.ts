import { enumeration } from "../../../contract/enumeration.ts";

export const disbursementEnumerations = {
  disbursementStatus: enumeration("How far a disbursement out of trust is.", {
    pending_approval: "It was requested; a second person has not decided.",
    approved: "A second person approved it: its amount is reserved.",
    rejected: "A second person rejected it.",
    cancelled: "It was canceled before it was issued.",
    issued: "The check was issued, or the transfer ordered.",
    cleared: "The bank paid it.",
    voided: "It was voided after it was issued; its money is back in the ledger.",
  }),
  disbursementMethod: enumeration("How a disbursement is paid.", {
    check: "A check.",
    ach: "An ACH transfer.",
    wire: "A wire transfer.",
    internal_transfer: "A transfer to another account at the same bank, such as the firm's operating account.",
  }),
} as const;
