import { closedCheck, conflictCheck, conflictMatch, conflictResult, contact, contactCase, judgedCheck, relationship } from "./example-records.contacts.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const ofCheck = { checkId: conflictCheck.id };
const ofContact = { contactId: ids.contactId };

/** The operations of the area contacts in use, by their names in the catalogue. */
export const contactExamples: Readonly<Record<string, OperationExamples>> = {
  "contacts.list": { parameters: { role: "provider", q: "mercy", sort: "name", limit: 50 }, answer: { contacts: [contact], nextCursor: null } },
  "contacts.create": {
    body: {
      type: "medical_provider",
      companyName: "Mercy General Hospital",
      npi: "1234567893",
      phones: [{ label: "main", number: "+1 512 555 0182" }, { label: "records", number: "+1 512 555 0183", canFax: true }],
      emails: [{ label: "records", address: "records@mercygeneral.example.com" }],
      roles: ["provider"],
      externalId: "crm-provider-118",
    },
    answer: { contact: { ...contact, revision: 1 } },
  },
  "contacts.get": { parameters: ofContact, answer: { contact } },
  "contacts.update": { parameters: ofContact, body: { preferredDeliveryMethod: "fax", roles: ["lienholder", "provider"] }, answer: { contact } },
  "contacts.delete": { parameters: ofContact, answer: {} },
  "contacts.merge": { parameters: ofContact, body: { mergedContactId: "con_01kf3mc5s6v8x0z2b4d6f8h0k2" }, answer: { contact: { ...contact, revision: 4 } } },
  "contacts.match": {
    body: { name: "Mercy General", phone: "(512) 555-0182" },
    answer: { matches: [{ contact, matchedOn: ["name", "phone"], matchScore: 95 }] },
  },
  "contacts.listCases": { parameters: { ...ofContact, limit: 50 }, answer: { cases: [contactCase], nextCursor: null } },
  "contacts.listRelationships": { parameters: { contactId: relationship.contactId, limit: 50 }, answer: { relationships: [relationship], nextCursor: null } },
  "contacts.createRelationship": {
    parameters: { contactId: relationship.contactId },
    body: { relatedContactId: relationship.relatedContact.id, type: "adjuster_for", startOn: "2024-05-01" },
    answer: { relationship },
  },
  "contacts.searchConflicts": {
    body: { terms: [{ name: "Elena Marsh", dateOfBirth: "1984-06-30" }] },
    answer: { matches: [conflictMatch], isCut: false },
  },
  "contacts.listConflictChecks": { parameters: { decision: "pending", limit: 50 }, answer: { conflictChecks: [conflictCheck], nextCursor: null } },
  "contacts.createConflictCheck": {
    body: {
      terms: [{ name: "Elena Marsh", aliases: ["Elena Reyes"], dateOfBirth: "1984-06-30" }, { organizationName: "Lone Star Freight" }],
      caseId: ids.caseId,
    },
    answer: { conflictCheck, results: [conflictResult] },
  },
  "contacts.getConflictCheck": { parameters: ofCheck, answer: { conflictCheck, results: [conflictResult] } },
  "contacts.decideConflictResult": {
    parameters: { ...ofCheck, resultId: conflictResult.id },
    body: { decision: "no_conflict", note: "The client herself." },
    answer: { conflictCheck: judgedCheck, result: { ...conflictResult, decision: "no_conflict", note: "The client herself." } },
  },
  "contacts.closeConflictCheck": {
    parameters: ofCheck,
    body: { decision: "clear", note: "The client herself." },
    answer: { conflictCheck: closedCheck },
  },
  "contacts.deleteRelationship": { parameters: { contactId: relationship.contactId, relationshipId: relationship.id }, answer: {} },
};
