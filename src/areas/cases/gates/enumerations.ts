import { enumeration } from "../../../contract/enumeration.ts";

/** Source: domain model, section 3. */
export const stageGateEnumerations = {
  stageGate: enumeration("What may have to hold before a case enters a stage.", {
    facility_bound: "A medical facility is bound to the case.",
    records_received: "A request for records or bills was answered.",
    lead_attorney_assigned: "The case has a lead attorney.",
    incident_dated: "The date of the incident is known.",
    retainer_signed: "The date on which the retainer was signed is known.",
    settlement_recorded: "Amount and date of the settlement are known.",
    recovery_recorded: "The amount that was recovered is known.",
    no_open_balance: "No invoice is sent, partly paid or overdue.",
    no_open_request: "No request for records is under way.",
  }),
  stageGateSource: enumeration("Who says what must hold before a case enters a stage.", {
    default: "Nobody: it is what Caseport begins with.",
    organization: "The firm, for every type of case.",
    case_type: "The firm, for this type of case.",
  }),
} as const;
