import { enumeration } from "../../../contract/enumeration.ts";

export const statementEnumerations = {
  statementStatus: enumeration("How far a settlement statement is.", {
    draft: "It was calculated; no one outside the firm has it.",
    issued: "It waits for the client's signature; its costs are reimbursed.",
    approved: "The client signed it: it can be disbursed.",
    declined: "The client did not accept it.",
    superseded: "A later version was approved.",
    voided: "It was withdrawn.",
  }),
  lineKind: enumeration("What a line of a settlement statement is for.", {
    attorney_fee: "The firm's own part of the fee.",
    referral_fee: "Another firm's part of the fee.",
    case_cost: "A cost of the case.",
    invoice: "An invoice of the firm that is paid from the settlement.",
    lien: "A lien.",
    other_deduction: "Something else that was agreed on.",
    holdback: "It stays in trust for now.",
    paid_direct: "Paid by others than the firm, such as for an annuity.",
    net_to_client: "What is left for the client.",
  }),
  payeeType: enumeration("Who is paid.", {
    client: "The claimant.",
    firm_fee: "The firm, its fee.",
    firm_cost_reimbursement: "The firm, what it advanced.",
    vendor: "A vendor, or another payee that was agreed on.",
    lienholder: "A lienholder.",
    referral_fee: "Another firm, its part of the fee.",
    prior_attorney: "An attorney who represented the client before.",
    court_registry: "The registry of a court.",
    blocked_account: "An account from which a court alone releases money.",
    structured_carrier: "The insurer of a structured settlement.",
  }),
  statementApprovalMethod: enumeration("How the client approved a settlement statement.", {
    esign: "By a completed signature request.",
    wet_signature: "On paper.",
  }),
  statementWarning: enumeration("What should be looked at before a settlement statement is issued.", {
    fee_cap_exceeded: "The fee exceeds a limit.",
    fee_cap_by_court: "Above a limit a court sets the fee.",
    medicare_status_unknown: "No one recorded whether the claimant has Medicare.",
    medicaid_status_unknown: "No one recorded whether the claimant has Medicaid.",
    child_support_unknown: "No one recorded whether the claimant owes child support.",
    no_fee_tier: "No tier of the fee agreement applies.",
    lien_without_amount: "A lien has no amount yet.",
  }),
} as const;
