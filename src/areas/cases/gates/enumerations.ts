import { enumeration } from "../../../contract/enumeration.ts";

export const stageGateEnumerations = {
  stageGate: enumeration("A condition for entering a stage.", {
    facility_bound: "A medical facility is bound to the case.",
    records_received: "A request for records or bills was answered.",
    lead_attorney_assigned: "The case has a lead attorney.",
    incident_dated: "The date of the incident is known.",
    retainer_signed: "The date on which the retainer was signed is known.",
    court_action_filed: "A court action of the case has a date of filing.",
    settlement_recorded: "Amount and date of the settlement are known.",
    recovery_recorded: "The amount that was recovered is known.",
    no_open_balance: "No invoice is sent, partly paid or overdue.",
    no_unpaid_expense: "No expense waits for approval or payment.",
    no_unpaid_lien: "Every lien is paid, released, waived or withdrawn.",
    trust_balance_zero: "The case has no money in trust.",
    funds_cleared: "A settlement was agreed on, and all of its funds have cleared.",
    statements_approved: "A settlement was agreed on, and each of its shares has an approved statement.",
    no_open_request: "No retrieval request is open.",
    no_open_signature_request: "No signature request is being prepared, out for signature or being sealed.",
    no_open_task: "No task of the case is open.",
    no_open_deadline: "No deadline of the case is open or missed.",
    statute_known: "A statute of limitations is recorded, in whatever status.",
    statute_verified:
      "A statute of limitations is recorded, and none that is open or missed is unverified or disputed.",
    no_unverified_deadline: "No deadline that is open or missed is unverified or disputed.",
    no_upcoming_event: "No event of the case is still ahead.",
    no_open_stage_task: "No task is open that a template made because the case entered its present stage.",
  }),
  stageGateSource: enumeration("Where the gates of a stage are defined.", {
    default: "Caseport's default.",
    organization: "The organization, for all case types.",
    case_type: "The organization, for this case type.",
  }),
} as const;
