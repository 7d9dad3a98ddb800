import { createCheck } from "../../areas/conflict-checks/fixtures.ts";
import { createContact, createRelationship } from "../../areas/contacts/fixtures.ts";
import { createCase } from "../harness/tenant.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

/** The mutations of the area contacts, each with a fresh record to work on. */
export const contactMutations: Record<string, Arrange> = {
  "contacts.create": () => {
    const companyName = newName();
    const effects = { text: `SELECT count(*)::integer AS effects FROM "Contact" WHERE name = $1`, values: [companyName] };
    const body = { type: "company", companyName, phones: [{ number: "512 555 0100" }], roles: ["vendor"] };
    return Promise.resolve({ method: "POST", path: "/contacts", body, entity: "contact", effects });
  },
  "contacts.update": async (tenant) => {
    const id = await createContact(tenant);
    return { method: "PATCH", path: `/contacts/${id}`, body: { companyName: newName() }, entity: "contact", effects: countRevisions("Contact", "revision", id) };
  },
  "contacts.delete": async (tenant) => {
    const id = await createContact(tenant);
    return { method: "DELETE", path: `/contacts/${id}`, body: undefined, entity: "contact", effects: countRevisions("Contact", "revision", id) };
  },
  "contacts.merge": async (tenant) => {
    const id = await createContact(tenant);
    const mergedContactId = await createContact(tenant);
    return { method: "POST", path: `/contacts/${id}/merge`, body: { mergedContactId }, entity: "contact", events: 2, effects: countRevisions("Contact", "revision", mergedContactId) };
  },
  "contacts.createRelationship": async (tenant) => {
    const id = await createContact(tenant);
    const relatedContactId = await createContact(tenant);
    const effects = { text: `SELECT count(*)::integer AS effects FROM "ContactRelationship" WHERE "contactId" = $1`, values: [id] };
    return { method: "POST", path: `/contacts/${id}/relationships`, body: { relatedContactId, type: "represents" }, entity: "contact_relationship", effects };
  },
  "contacts.deleteRelationship": async (tenant) => {
    const id = await createContact(tenant);
    const relationshipId = await createRelationship(tenant, id, await createContact(tenant));
    const effects = { text: `SELECT 1 - count(*)::integer AS effects FROM "ContactRelationship" WHERE id = $1`, values: [relationshipId] };
    return { method: "DELETE", path: `/contacts/${id}/relationships/${relationshipId}`, body: undefined, entity: "contact_relationship", effects };
  },
  "contacts.createConflictCheck": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const effects = { text: `SELECT count(*)::integer AS effects FROM "ConflictCheck" WHERE "caseId" = $1`, values: [caseId] };
    return { method: "POST", path: "/conflict-checks", body: { caseId, terms: [{ name: "Rosa Diaz" }] }, entity: "conflict_check", effects };
  },
  "contacts.decideConflictResult": async (tenant) => {
    const { checkId, resultId } = await createCheck(tenant);
    const path = `/conflict-checks/${checkId}/results/${resultId}`;
    return { method: "PATCH", path, body: { decision: "potential" }, entity: "conflict_check", effects: countRevisions("ConflictCheck", "revision", checkId) };
  },
  "contacts.closeConflictCheck": async (tenant) => {
    const { checkId } = await createCheck(tenant, "no_conflict");
    return { method: "POST", path: `/conflict-checks/${checkId}/close`, body: { decision: "clear" }, entity: "conflict_check", effects: countRevisions("ConflictCheck", "revision", checkId) };
  },
};
