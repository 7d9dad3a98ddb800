import { catalog } from "../client/catalog.ts";

export const rulesScreen = catalog({
  title: "Jurisdiction rules",
  description:
    "Periods of limitation, notices to public bodies and rules on minority, from which limitations are calculated; which days the service of a paper adds to a period; and what settlements are checked against: limits of fees and reductions of liens.",
  rules: "rules",
  manageRules: "see and change jurisdiction rules",
  checkFirst: "Unverified: check before you rely on it",
  hint: "Caseport ships these rules as of a month, without advice on the law. An attorney of the firm compares each with its statute and verifies it here. Deadlines that exist do not change with a rule.",
  jurisdiction: "Jurisdiction",
  federal: "Federal",
  ofJurisdiction: (name: string) => `Rules of ${name}`,
  kinds: {
    limitation: "Limitation",
    claim_notice: "Notice",
    minority: "Minority",
    service: "Days for service",
    fee_cap: "Fee limit",
    lien_reduction: "Lien reduction",
    fee_division: "Fee division",
    text_hours: "Hours for texts",
  },
  rule: "Rule",
  text: "Period",
  statute: "Statute or rule",
  asOf: "As of",
  status: "Status",
  actions: "Actions",
  edit: "Edit",
  ownText: "The firm’s text",
  wasVerified: {
    verified: "Rule verified.",
    disabled: "Rule disabled: it is not suggested any more.",
    unverified: "Rule marked as unverified.",
  },
});

export const verification = catalog({
  actionsOf: (name: string) => `Actions for ${name}`,
  verifiedBy: (name: string) => `by ${name}`,
  isOld: "More than a year ago: compare it with its source.",
  onlyAttorneysVerify: "Only attorneys can verify.",
  changes: { verified: "Verify", unverified: "Mark as unverified", disabled: "Disable" },
});
