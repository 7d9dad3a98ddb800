import { customFieldDefinition, insurancePolicy, party, tag } from "./example-records.cases.ts";
import { caseDetail } from "./example-records.ts";
import { ids, times } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const { caseId } = ids;
const ofParty = { caseId, partyId: party.id };
const ofPolicy = { caseId, policyId: insurancePolicy.id };
const ofDefinition = { definitionId: customFieldDefinition.id };
const changed = { revision: 2, updatedAt: times.now };

/** The operations on what belongs to a case, by their names in the catalogue. */
export const caseRecordExamples: Readonly<Record<string, OperationExamples>> = {
  "cases.listParties": { parameters: { caseId, side: "defendant" }, answer: { parties: [party], nextCursor: null } },
  "cases.getParty": { parameters: ofParty, answer: { party } },
  "cases.createParty": {
    parameters: { caseId },
    body: {
      contactId: party.contact.id,
      role: "defendant",
      side: "defendant",
      isPrimary: true,
      representedByContactId: party.representedBy.id,
      notes: party.notes,
      servedOn: party.servedOn,
      externalId: party.externalId,
    },
    answer: { party },
  },
  "cases.updateParty": { parameters: ofParty, body: { answerDueOn: "2026-03-23" }, answer: { party: { ...party, answerDueOn: "2026-03-23", ...changed } } },
  "cases.deleteParty": { parameters: ofParty, answer: {} },
  "cases.listPolicies": { parameters: { caseId, type: insurancePolicy.type }, answer: { insurancePolicies: [insurancePolicy], nextCursor: null } },
  "cases.getPolicy": { parameters: ofPolicy, answer: { insurancePolicy } },
  "cases.createPolicy": {
    parameters: { caseId },
    body: {
      side: "defendant",
      type: "commercial_auto",
      carrierContactId: insurancePolicy.carrier.id,
      adjusterContactId: insurancePolicy.adjuster.id,
      policyNumber: insurancePolicy.policyNumber,
      claimNumber: insurancePolicy.claimNumber,
      limitsStatus: "requested",
      limitsRequestedOn: insurancePolicy.limitsRequestedOn,
    },
    answer: { insurancePolicy },
  },
  "cases.updatePolicy": {
    parameters: ofPolicy,
    body: { limitsStatus: "disclosed", limitsDisclosedOn: "2026-03-14" },
    answer: { insurancePolicy: { ...insurancePolicy, limitsStatus: "disclosed", limitsDisclosedOn: "2026-03-14", ...changed } },
  },
  "cases.deletePolicy": { parameters: ofPolicy, answer: {} },
  "cases.listTags": { parameters: { sort: "name" }, answer: { tags: [tag], nextCursor: null } },
  "cases.getTag": { parameters: { tagId: tag.id }, answer: { tag } },
  "cases.createTag": { body: { name: tag.name, color: tag.color }, answer: { tag } },
  "cases.updateTag": { parameters: { tagId: tag.id }, body: { color: "#0f766e" }, answer: { tag: { ...tag, color: "#0f766e", ...changed } } },
  "cases.deleteTag": { parameters: { tagId: tag.id }, answer: {} },
  "cases.replaceTags": { parameters: { caseId }, body: { tags: [tag.name] }, answer: { case: caseDetail } },
  "cases.listDefinitions": { parameters: { entity: "case", sort: "order" }, answer: { customFieldDefinitions: [customFieldDefinition], nextCursor: null } },
  "cases.getDefinition": { parameters: ofDefinition, answer: { customFieldDefinition } },
  "cases.createDefinition": {
    body: {
      entity: "case",
      key: customFieldDefinition.key,
      label: customFieldDefinition.label,
      type: "select",
      options: [
        { value: "low", label: "Low" },
        { value: "high", label: "High" },
      ],
      required: true,
      section: customFieldDefinition.section,
      order: 10,
      caseTypes: [...customFieldDefinition.caseTypes],
    },
    answer: { customFieldDefinition },
  },
  "cases.updateDefinition": {
    parameters: ofDefinition,
    body: { required: false },
    answer: { customFieldDefinition: { ...customFieldDefinition, required: false, ...changed } },
  },
  "cases.getCustomFields": { parameters: { caseId }, answer: { customFields: { policyLimitConfirmed: true }, missing: ["exposure"] } },
  "cases.updateCustomFields": {
    parameters: { caseId },
    body: { customFields: { exposure: "high" } },
    answer: { customFields: { policyLimitConfirmed: true, exposure: "high" }, missing: [] },
  },
};
