import { enumeration } from "../../../contract/enumeration.ts";

export const expenseEnumerations = {
  expenseCategory: enumeration("What a cost of a case is for.", {
    filing_fee: "A court's filing fee.",
    service_of_process: "Service of process.",
    medical_records: "Copies of medical records and bills.",
    expert: "An expert's fee.",
    deposition: "A deposition: court reporter, transcript, video.",
    mediation: "A mediator's fee.",
    investigation: "An investigation.",
    travel: "Travel.",
    postage_copying: "Postage and copies.",
    translation: "An interpreter or a translation.",
    trial_exhibit: "Exhibits for a trial.",
    other: "Another cost; see the description.",
  }),
  expenseKind: enumeration("Whether a cost is paid to someone else.", {
    hard: "Paid to a vendor.",
    soft: "The firm's own, such as copies in the office.",
  }),
  expenseStatus: enumeration("The status of an expense.", {
    draft: "A draft; everything can change.",
    pending_approval: "Waits for the approval of another person.",
    approved: "Approved, and not paid in full.",
    rejected: "Rejected; it can change and be submitted again.",
    paid: "Paid in full.",
    void: "Not to be paid.",
  }),
} as const;
