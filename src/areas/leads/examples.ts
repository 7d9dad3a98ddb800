import { exampleRecord } from "../../contract/examples/example-record.ts";
import { ids, person, plaintiff, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { Lead } from "./schema.ts";
import { leadTransitions } from "./transitions/domain.moves.ts";
import type { Lookalike } from "./transitions/schema.ts";

/** Elena's inquiry, as the web form brought it the day after the collision. */
export const lead = exampleRecord(Lead, {
  id: ids.leadId,
  organizationId: ids.organizationId,
  sequenceId: "L-2026-000311",
  ...person,
  email: plaintiff.email,
  emailIsValid: true,
  phone: plaintiff.phone,
  phoneType: "mobile",
  preferredContactMethod: "call",
  preferredLanguage: "English",
  bestTimeToCall: "After 5 pm",
  dateOfBirth: plaintiff.dateOfBirth,
  address: { city: "Austin", state: "TX", zipCode: "78704" },
  isInjuredParty: true,
  caseType: "truck_accident",
  subCaseType: "rear_end",
  caseState: "TX",
  dateOfIncident: "2026-01-19",
  incidentLocation: "S Lamar Blvd and Barton Springs Rd, Austin",
  description: "Rear-ended by a delivery truck while standing at a red light.",
  injuryDescription: "Neck pain, numb left hand.",
  treatmentStatus: "er_only",
  atFaultParty: "Lone Star Freight",
  policeReportFiled: true,
  insuranceKnown: true,
  hasPriorAttorney: false,
  statuteOfLimitationsEstimateOn: "2028-01-19",
  source: "web_form",
  sourceDetail: "Contact form",
  campaign: "Truck accidents, winter",
  utm: { source: "google", medium: "cpc", campaign: "truck-winter" },
  clickIds: { gclid: "EAIaIQobChMI0example" },
  landingPageUrl: "https://www.example.com/truck-accidents",
  consent: {
    tcpaConsented: true,
    consentedAt: times.opened,
    consentText: "I agree to be called and texted.",
    ipAddress: "203.0.113.24",
  },
  score: 78,
  externalId: "form-88213",
  qualification: "qualified",
  status: "new",
  availableTransitions: [...leadTransitions.new],
  statusChangedAt: times.opened,
  contactAttemptCount: 0,
  customFields: {},
  revision: 1,
  createdAt: times.opened,
  updatedAt: times.opened,
});

const later = { ...lead, statusChangedAt: times.now, updatedAt: times.now, revision: 2 };
export const contactedLead = {
  ...later,
  status: "contacted",
  availableTransitions: [...leadTransitions.contacted],
} satisfies Lead;
export const declinedLead = {
  ...later,
  status: "declined",
  availableTransitions: [...leadTransitions.declined],
  declineReason: "insufficient_coverage",
} satisfies Lead;

export const assignedLead = {
  ...lead,
  assignedTo: { id: ids.attorneyId, firstName: "Daniel", lastName: "Okafor" },
  updatedAt: times.now,
  revision: 2,
} satisfies Lead;

export const attemptedLead = {
  ...later,
  status: "attempting_contact",
  availableTransitions: [...leadTransitions.attempting_contact],
  firstResponseAt: times.now,
  lastContactAttemptAt: times.now,
  contactAttemptCount: 1,
} satisfies Lead;

export const resemblingLead = { ...lead, possibleDuplicateOf: ids.earlierLeadId } satisfies Lead;

export const convertedLead = {
  ...later,
  status: "converted",
  availableTransitions: [],
  convertedCaseId: ids.caseId,
  convertedClientId: ids.clientId,
  convertedAt: times.now,
} satisfies Lead;

export const lookalikes = [
  {
    entity: "lead",
    id: ids.leadId,
    matchedOn: ["name", "phone"],
    matchReasons: ["same_name"],
    ...person,
    status: "new",
    caseType: "truck_accident",
    createdAt: times.opened,
  },
  {
    entity: "client",
    id: ids.clientId,
    matchedOn: ["phone"],
    matchReasons: [],
    ...person,
    status: null,
    caseType: null,
    createdAt: times.opened,
  },
] satisfies Lookalike[];

const parameters = { leadId: lead.id };
const { email, phone, caseType, caseState, dateOfIncident, description, source, utm, consent, externalId } = lead;

export const leadExamples = {
  "leads.list": {
    parameters: { sort: "updated", updatedSince: "2026-03-14T00:00:00Z", status: "new" },
    response: { leads: [lead], nextCursor: null },
  },
  "leads.get": { parameters, response: { lead } },
  "leads.create": {
    body: {
      ...person,
      email,
      phone,
      caseType,
      caseState,
      dateOfIncident,
      description,
      source,
      utm,
      consent,
      externalId,
      onDuplicate: "reject",
    },
    response: { lead },
  },
  "leads.update": {
    parameters,
    body: { score: 85, nextFollowUpAt: times.now },
    response: { lead: { ...lead, score: 85, nextFollowUpAt: times.now, revision: 2 } },
  },
  "leads.assign": {
    parameters,
    body: { assignedToMemberId: ids.attorneyId },
    response: { lead: assignedLead, warnings: [] },
  },
  "leads.duplicates.search": { body: { phone, name: "Elena Marsh" }, response: { duplicates: lookalikes } },
} satisfies Record<string, OperationExample>;
