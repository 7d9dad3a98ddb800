import { catalog } from "../client/catalog.ts";

export const trustScreen = catalog({
  title: "Trust",
  description: "The accounts that hold clients’ money, their ledgers and transactions.",
  view: "view trust accounts",
  sections: "Sections of Trust",
  accounts: "Accounts",
  policy: "Policy",
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
  bank: (name: string, last4: string) => `${name} ··${last4}`,
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
  title: "Second person",
  description: "Disbursements are approved by someone who neither requested them nor controls the key that did.",
  policy: "the policy",
  ownerOnly: "Only an owner can change it.",
  approval: "Who approves a disbursement",
  approvals: {
    second_person: "A second person, always",
    sole_attorney: "The only attorney of the firm, alone",
  },
  soleHint:
    "Allowed only while the firm has one active attorney. Such approvals are marked as sole approvals for good.",
  saved: "Policy saved.",
});
