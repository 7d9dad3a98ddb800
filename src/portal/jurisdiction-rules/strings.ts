import { catalog } from "../client/catalog.ts";

export const rulesScreen = catalog({
  title: "Jurisdiction rules",
  description:
    "Limitation periods, claim notices and minority rules from which limitations are calculated; the days that service adds to a period; and the fee limits and lien reductions that settlements are checked against.",
  rules: "rules",
  manageRules: "see and change jurisdiction rules",
  checkFirst: "Unverified: check before you rely on it",
  hint: "Caseport includes these rules as of the month shown. They are not legal advice. Have an attorney compare each rule with its statute and verify it here. Existing deadlines do not change when a rule changes.",
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
  kind: "Kind",
  text: "Period",
  statute: "Statute or rule",
  asOf: "As of",
  status: "Status",
  actions: "Actions",
  edit: "Edit",
  ownText: "The firm’s text",
  kindOfFirm: (kind: string) => `${kind} · The firm’s text`,
  wasVerified: {
    verified: "Rule verified.",
    disabled: "Rule disabled. It is no longer suggested.",
    unverified: "Rule marked as unverified.",
  },
});

export const verification = catalog({
  actionsOf: (name: string) => `Actions for ${name}`,
  verifiedBy: (name: string) => `by ${name}`,
  isOld: "More than a year old",
  oldAsOf: (asOf: string) => `${asOf}, more than a year old`,
  onlyAttorneysVerify: "Only attorneys can verify.",
  changes: { verified: "Verify", unverified: "Mark as unverified", disabled: "Disable" },
});
