import { catalog } from "../client/catalog.ts";

export const trustScreen = catalog({
  title: "Trust",
  description: "Approve disbursements, maintain trust accounts and reconcile them with the bank.",
  view: "view trust accounts",
  sections: "Sections of Trust",
  approvals: "Approvals",
  accounts: "Accounts",
  reconciliations: "Reconciliations",
  policy: "Policy",
});

export const approvalsTab = catalog({
  description: "A second person must approve disbursements from trust. Oldest first.",
  nouns: ["disbursement", "disbursements"] as const,
  none: "No disbursements waiting for approval",
  noneHint: "Integrations request disbursements from approved statements. They appear here until someone decides.",
  caption: "Disbursements waiting for approval",
  payee: "Payee",
  disbursement: "Disbursement",
  amount: "Amount",
  case: "Case",
  account: "Account",
  available: "Available now",
  after: "Available after",
  short: (amount: string) => `${amount} short`,
  requestedBy: "Requested by",
  requested: "Requested",
  payeeTypes: {
    client: "Client",
    firm_fee: "Firm (fee)",
    firm_cost_reimbursement: "Firm (advanced costs)",
    vendor: "Vendor",
    lienholder: "Lienholder",
    referral_fee: "Referring firm",
    prior_attorney: "Prior attorney",
    court_registry: "Court registry",
    blocked_account: "Blocked account",
    structured_carrier: "Structured settlement",
  },
  decide: "Decide",
  decideOn: (number: string) => `Decide on ${number}`,
});

export const accountsTab = catalog({
  description: "Each account has its own ledgers: one per client and matter, and one for the firm’s own bank fees.",
  create: "Create account",
  accounts: "the accounts",
  none: "No trust accounts yet",
  noneHint:
    "A trust account holds clients’ money apart from the firm’s. Integrations record deposits and payments in it.",
  noneOwner: "Only an owner can create one.",
  caption: "Trust accounts",
  account: "Account",
  bank: "Bank",
  bankAccount: (name: string, last4: string) => `${name} ··${last4}`,
  type: "Type",
  types: { iolta: "IOLTA", client_trust: "Client trust" },
  book: "Book balance",
  uncleared: "Uncleared",
  reconciled: "Reconciled through",
  jurisdiction: "Jurisdiction",
  never: "Never",
  closed: "Closed",
});

export const policyTab = catalog({
  title: "Second-person approval",
  description: "Disbursements are approved by someone who neither requested them nor controls the key that did.",
  policy: "the policy",
  ownerOnly: "Only an owner can change it.",
  approval: "Who approves a disbursement",
  approvals: {
    second_person: "A second person, always",
    sole_attorney: "The firm’s sole attorney, alone",
  },
  soleHint: "Allowed only while the firm has one active attorney. These approvals stay marked as sole approvals.",
  saved: "Policy saved.",
});

export const reconciliationsTab = catalog({
  description: "Bank, book and ledgers are compared to the cent. A period is closed when all three agree.",
  account: "Account",
  accounts: "the accounts",
  noAccounts: "No trust accounts yet",
  noAccountsHint: "An owner creates the first one on the Accounts tab.",
  asOf: "As of",
  import: "Import bank statement",
  reconciliation: "the reconciliation",
  closedPeriods: "Closed periods",
  closedNouns: ["period", "periods"] as const,
  noneClosed: "No closed periods yet.",
});
