import type { CustomFieldDefinition } from "../areas/cases/custom-fields/schema.ts";
import type { CaseParty } from "../areas/cases/parties/schema.ts";
import type { InsurancePolicy } from "../areas/cases/policies/schema.ts";
import type { Tag } from "../areas/cases/tags/schema.ts";
import { ids, times } from "./example-story.ts";

const { organizationId, caseId } = ids;
const created = { revision: 1, createdAt: times.stage, updatedAt: times.stage } as const;

/** The trucking company that the case is against. */
export const party = {
  id: "pty_01kf3md0s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  contact: { id: "con_01kf3md1s6v8x0z2b4d6f8h0k2", name: "Lone Star Freight", type: "company" },
  role: "defendant",
  side: "defendant",
  isPrimary: true,
  isClient: false,
  representedBy: { id: "con_01kf3md2s6v8x0z2b4d6f8h0k2", name: "Harper & Quill LLP", type: "company" },
  notes: "The driver was on the clock.",
  servedOn: "2026-02-21",
  answerDueOn: null,
  dismissedOn: null,
  externalId: "crm-party-332",
  ...created,
  deletedAt: null,
} satisfies CaseParty;

export const insurancePolicy = {
  id: "pol_01kf3md3s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  side: "defendant",
  type: "commercial_auto",
  carrier: { id: "con_01kf3mc1s6v8x0z2b4d6f8h0k2", name: "Lone Star Mutual Insurance", type: "company" },
  adjuster: { id: "con_01kf3mc0s6v8x0z2b4d6f8h0k2", name: "Marta Kessler", type: "person" },
  adjusterClaimRole: null,
  thirdPartyAdmin: null,
  policyNumber: "CA-7741-0029",
  claimNumber: "26-0119-4417",
  insuredName: null,
  limitPerPersonCents: null,
  limitPerOccurrenceCents: null,
  deductibleCents: null,
  umLimitCents: null,
  uimLimitCents: null,
  stackedCount: null,
  limitsStatus: "requested",
  limitsRequestedOn: "2026-02-16",
  limitsDisclosedOn: null,
  coverageStatus: "pending",
  carrierHasLien: false,
  isPrimary: false,
  priority: null,
  letterOfRepresentationSentOn: null,
  acknowledgedOn: null,
  notes: null,
  externalId: null,
  ...created,
  deletedAt: null,
} satisfies InsurancePolicy;

export const tag = {
  id: "tag_01kf3md4s6v8x0z2b4d6f8h0k2",
  organizationId,
  name: "Commercial policy",
  color: "#b45309",
  ...created,
  deletedAt: null,
} satisfies Tag;

export const customFieldDefinition = {
  id: "cfd_01kf3md5s6v8x0z2b4d6f8h0k2",
  organizationId,
  entity: "case",
  key: "exposure",
  label: "Exposure",
  type: "select",
  options: [
    { value: "low", label: "Low", archived: false },
    { value: "high", label: "High", archived: false },
  ],
  required: true,
  section: "Valuation",
  order: 10,
  caseTypes: ["truck_accident"],
  archived: false,
  ...created,
} satisfies CustomFieldDefinition;
