import type { ConflictCheck, ConflictMatch, ConflictResult } from "../areas/conflict-checks/schema.ts";
import type { Contact, ContactRelationship } from "../areas/contacts/schema.ts";
import { actors } from "./example-records.events.ts";
import { ids, person, times } from "./example-story.ts";

const { organizationId, contactId } = ids;

const nobody = { firstName: null, middleName: null, lastName: null, suffix: null, preferredName: null } as const;
const unknown = {
  companyId: null,
  company: null,
  jobTitle: null,
  department: null,
  specialty: null,
  barNumber: null,
  npi: null,
  taxIdMasked: null,
  licenseNumber: null,
  website: null,
  preferredDeliveryMethod: null,
  expertFields: null,
  notes: null,
  doNotContact: false,
  tags: [],
  mergedIntoContactId: null,
  externalId: null,
  deletedAt: null,
} satisfies Partial<Contact>;

/** The hospital of the story: what its facility shows is written here. */
export const contact = {
  ...nobody,
  ...unknown,
  id: contactId,
  organizationId,
  type: "medical_provider",
  name: "Mercy General Hospital",
  companyName: "Mercy General Hospital",
  doingBusinessAs: "Mercy General",
  npi: "1234567893",
  taxIdMasked: "**-***4417",
  phones: [
    { label: "main", number: "+1 512 555 0182", e164: "+15125550182", extension: null, canText: false, canFax: false, isPrimary: true },
    { label: "records", number: "+1 512 555 0183", e164: "+15125550183", extension: null, canText: false, canFax: true, isPrimary: false },
  ],
  emails: [{ label: "records", address: "records@mercygeneral.example.com", isPrimary: true }],
  addresses: [
    { label: "main", line1: "1400 Medical Parkway", line2: null, city: "Austin", state: "TX", zipCode: "78756", country: "US", isPrimary: true },
  ],
  website: "https://mercygeneral.example.com",
  preferredDeliveryMethod: "fax",
  roles: ["lienholder", "provider"],
  externalId: "crm-provider-118",
  revision: 3,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies Contact;

const adjusterId = "con_01kf3mc0s6v8x0z2b4d6f8h0k2";
const carrier = { id: "con_01kf3mc1s6v8x0z2b4d6f8h0k2", name: "Lone Star Mutual Insurance" } as const;

/** What the adjuster is to the carrier. */
export const relationship = {
  id: "rel_01kf3mc2s6v8x0z2b4d6f8h0k2",
  organizationId,
  contactId: adjusterId,
  type: "adjuster_for",
  relatedContact: carrier,
  startOn: "2024-05-01",
  endOn: null,
  createdAt: times.stage,
  updatedAt: times.stage,
} satisfies ContactRelationship;

/** How a contact takes part in the case of the story. */
export const contactCase = {
  id: ids.caseId,
  sequenceId: "2026-000123",
  title: "Marsh v. Lone Star Freight",
  matterStage: "records_collection",
  matterStatus: "open",
  updatedAt: times.now,
  links: [{ as: "facility", role: "hospital" }],
} as const;

export const conflictCheck = {
  id: "cck_01kf3mc3s6v8x0z2b4d6f8h0k2",
  organizationId,
  status: "completed",
  decision: "pending",
  terms: [
    { name: "Elena Marsh", aliases: ["Elena Reyes"], email: null, phone: null, dateOfBirth: "1984-06-30", organizationName: null },
    { name: null, aliases: [], email: null, phone: null, dateOfBirth: null, organizationName: "Lone Star Freight" },
  ],
  leadId: null,
  caseId: ids.caseId,
  resultCount: 1,
  undecidedCount: 1,
  isCut: false,
  requestedBy: actors.vendor,
  completedAt: times.stage,
  decidedBy: null,
  decidedAt: null,
  note: null,
  waiverDocumentId: null,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
} satisfies ConflictCheck;

/** After its one result was decided. */
export const judgedCheck = { ...conflictCheck, undecidedCount: 0, revision: 2, updatedAt: times.now } satisfies ConflictCheck;

export const closedCheck = {
  ...judgedCheck,
  decision: "clear",
  note: "The client herself.",
  decidedBy: actors.vendor,
  decidedAt: times.now,
  revision: 3,
} satisfies ConflictCheck;

export const conflictMatch = {
  entity: "client",
  entityId: ids.clientId,
  displayName: `${person.firstName} ${person.lastName}`,
  termIndex: 0,
  matchedOn: ["name", "dob"],
  matchScore: 95,
  caseId: ids.caseId,
  caseTitle: "Marsh v. Lone Star Freight",
  role: null,
  side: null,
  matterStatus: "open",
  attorneyName: "Daniel Okafor",
} satisfies ConflictMatch;

export const conflictResult = { id: "ccr_01kf3mc4s6v8x0z2b4d6f8h0k2", ...conflictMatch, decision: "undecided", note: null } satisfies ConflictResult;
