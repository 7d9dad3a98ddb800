import { interfaceVersion } from "../contract/interface-version.ts";
import { scopeCatalogue } from "../contract/scopes.ts";
import type { Invoice } from "../areas/billing/schema.ts";
import type { CaseDetail } from "../areas/cases/schema.ts";
import type { Client } from "../areas/clients/schema.ts";
import type { Folder } from "../areas/documents/schema.ts";
import type { EventRecord } from "../areas/events/schema.ts";
import type { IntakeAnswer } from "../areas/intake/schema.ts";
import type { Me, ScopeDescription } from "../areas/platform/schema.ts";
import { ids, person, times } from "./example-story.ts";

const { organizationId, caseId, clientId } = ids;

export const client = {
  id: clientId,
  organizationId,
  ...person,
  email: "elena.marsh@example.com",
  phone: "+1 512 555 0143",
  city: "Austin",
  state: "TX",
  zipCode: "78704",
  dateOfBirth: "1984-06-30",
  ssnFourDigits: "4821",
  caseIds: [caseId],
  externalId: "crm-20418",
  revision: 4,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies Client;

export const caseDetail = {
  id: caseId,
  sequenceId: "2026-000123",
  organizationId,
  ...person,
  email: client.email,
  phone: client.phone,
  city: client.city,
  state: client.state,
  zipCode: client.zipCode,
  dateOfBirth: client.dateOfBirth,
  title: "Marsh v. Lone Star Freight",
  description: "Rear-ended by a delivery truck while standing at a red light.",
  intakeNotes: "Called the day after; was sent to us by a former client.",
  injuryDescription: "Cervical strain, herniated disc C5/C6.",
  caseType: "truck_accident",
  subCaseType: "rear_end",
  caseState: "TX",
  matterStage: "records_collection",
  matterStatus: "open",
  statusReason: null,
  stageEnteredAt: times.stage,
  caseSource: "referral_client",
  caseMatchMode: null,
  attorneyId: ids.attorneyId,
  plaintiffId: clientId,
  externalId: "crm-case-7781",
  partnerId: null,
  partnerName: null,
  partnerResult: null,
  partnerPriceCents: null,
  highValue: true,
  vetted: true,
  isCommercial: true,
  trialBound: false,
  caseScore: 82,
  projectedWinRate: 0.74,
  projectedFeeAmountCents: 4_125_000,
  estimatedSettlementMinCents: 9_000_000,
  estimatedSettlementMaxCents: 16_000_000,
  settlementAmountCents: null,
  recoveryAmountCents: null,
  projectedSettlementDate: "2026-11-30T00:00:00.000Z",
  projectedSettlementDateLabel: "November 30, 2026",
  projectedSettlementDatePrecision: "exact",
  estimatedTimeToResolution: 260,
  attorneyFeePercentage: 33.33,
  settlementDate: null,
  recoveryDate: null,
  resolutionDate: null,
  dateOfIncident: "2026-01-19",
  caseMatchDate: null,
  caseReviewedDate: "2026-01-22T16:30:00.000Z",
  openedOn: "2026-01-20",
  closedOn: null,
  createdAt: times.opened,
  updatedAt: times.now,
  deletedAt: null,
  plaintiff: {
    id: clientId,
    ...person,
    email: client.email,
    phone: client.phone,
    dateOfBirth: client.dateOfBirth,
    ssnFourDigits: client.ssnFourDigits,
  },
  attorneys: [
    {
      attorneyId: ids.attorneyId,
      role: "lead",
      firstName: "Daniel",
      lastName: "Okafor",
      email: "daniel.okafor@example.com",
      assignedAt: times.opened,
    },
  ],
  tags: [{ name: "Commercial policy", color: "#b45309" }],
} satisfies CaseDetail;

export const folder = {
  id: ids.folderId,
  organizationId,
  caseId,
  parentFolderId: ids.parentFolderId,
  name: "Mercy General",
  path: "Medical Records/Mercy General",
  depth: 2,
  ownerAttorneyId: ids.attorneyId,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
} satisfies Folder;

export const intakeAnswer = {
  id: "ans_01kjp8v6s0b3d5f7h9k1m3p5r7",
  organizationId,
  caseId,
  accessor: ids.accessor,
  value: "APD 2026-0190477",
  source: "api",
  answeredAt: times.now,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
  deletedAt: null,
} satisfies IntakeAnswer;

export const invoice = {
  id: ids.invoiceId,
  organizationId,
  invoiceNumber: "INV-2026-00042",
  case: { id: caseId, sequenceId: caseDetail.sequenceId },
  client: { id: clientId, ...person },
  status: "sent",
  availableTransitions: ["paid", "partial", "overdue", "to_be_paid"],
  subject: "Case expenses, first quarter",
  memo: null,
  issuedOn: "2026-03-14",
  dueOn: "2026-04-13",
  sentAt: times.now,
  paidAt: null,
  paymentTermsDays: 30,
  currency: "USD",
  lineItems: [
    {
      id: "lin_01kjp8w2e4g6j8m0q2s4v6x8z1",
      position: 1,
      kind: "expense",
      description: "Certified copies of medical records",
      quantity: 2,
      rateCents: 4_500,
      amountCents: 9_000,
      serviceOn: "2026-03-02",
    },
  ],
  subtotalCents: 9_000,
  discountCents: 0,
  taxCents: 0,
  totalCents: 9_000,
  paidCents: 0,
  balanceCents: 9_000,
  externalId: null,
  revision: 2,
  createdAt: times.stage,
  updatedAt: times.now,
} satisfies Invoice;

export const documentEvent = {
  id: "evt_01kjp8x0a2c4e6g8j0m2q4s6v8",
  cursor: "2rs_Zm9sZGVyLWNy",
  entity: "folder",
  entityId: folder.id,
  eventType: "folder.created",
  occurredAt: times.now,
  actor: { id: ids.keyId, type: "integration_key", name: "Records vendor sync" },
  payload: folder,
  diff: {},
  relatedIds: [
    { entity: "case", id: caseId },
    { entity: "client", id: clientId },
  ],
  correlationId: "req_01kjp8wzy3b5d7f9h1k3m5p7r9",
  metadata: { source: "api", credentialId: ids.keyId, onBehalfOfAttorneyId: ids.attorneyId, apiVersion: interfaceVersion },
} satisfies EventRecord;

export const me = {
  keyId: ids.keyId,
  keyPrefix: "cpk_7hT2mQxa",
  name: "Records vendor sync",
  status: "active",
  scopes: ["cases:read", "documents:write", "medical:read"],
  elevatedScopes: ["medical:read"],
  organization: {
    id: organizationId,
    name: "Okafor & Lindqvist LLP",
    timezone: "America/Chicago",
    isHeadquarters: true,
    parentOrganizationId: null,
  },
  actingAttorney: { attorneyId: ids.attorneyId, firstName: "Daniel", lastName: "Okafor", status: "active" },
  integrationConfigured: true,
  configurationProblems: [],
  reportIncludeChildOrganizations: true,
  webhookAllowedHosts: ["hooks.example.com"],
  allowedNetworks: [],
  validUntil: "2027-01-20T00:00:00.000Z",
  expiresAt: "2027-01-20T00:00:00.000Z",
  lastUsedAt: times.now,
  createdAt: times.opened,
  rateLimits: {
    read: { limit: 600, windowSeconds: 60, remaining: 598 },
    write: { limit: 120, windowSeconds: 60, remaining: 120 },
    sensitive: { limit: 60, windowSeconds: 60, remaining: 59 },
  },
  environment: "live",
  apiVersion: interfaceVersion,
  serverTime: times.now,
} satisfies Me;

/** Two of the catalogue's entries, the second elevated. */
export const scopes: ScopeDescription[] = [...scopeCatalogue]
  .filter(([scope]) => scope === "cases:read" || scope === "medical:write")
  .map(([name, { needsActingAttorney, ...entry }]) => ({ name, ...entry, requiresActingAttorney: needsActingAttorney }));
