import { createDefinition, newKey } from "../../areas/cases/custom-fields/fixtures.ts";
import { createNamedContact, createParty } from "../../areas/cases/parties/fixtures.ts";
import { createPolicy } from "../../areas/cases/policies/fixtures.ts";
import { createTag } from "../../areas/cases/tags/fixtures.ts";
import { createCase } from "../harness/tenant.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

const countRows = (table: string, column: string, value: string) => ({ text: `SELECT count(*)::integer AS effects FROM "${table}" WHERE "${column}" = $1`, values: [value] });

const onParty = (method: string, body: object | undefined): Arrange => async (tenant) => {
  const { caseId, partyId: id } = await createParty(tenant);
  return { method, path: `/cases/${caseId}/parties/${id}`, body, entity: "case_party", effects: countRevisions("CaseParty", "revision", id) };
};

const onPolicy = (method: string, body: object | undefined): Arrange => async (tenant) => {
  const { caseId, policyId: id } = await createPolicy(tenant);
  return { method, path: `/cases/${caseId}/insurance-policies/${id}`, body, entity: "insurance_policy", effects: countRevisions("InsurancePolicy", "revision", id) };
};

const onTag = (method: string, body: object | undefined): Arrange => async (tenant) => {
  const id = await createTag(tenant, newName());
  return { method, path: `/tags/${id}`, body, entity: "tag", effects: countRevisions("Tag", "revision", id) };
};

/** The mutations of what belongs to a case, each with a fresh record to work on. */
export const caseRecordMutations: Record<string, Arrange> = {
  "cases.createParty": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const contactId = await createNamedContact(tenant, newName());
    return { method: "POST", path: `/cases/${caseId}/parties`, body: { contactId, role: "witness", side: "neutral" }, entity: "case_party", effects: countRows("CaseParty", "caseId", caseId) };
  },
  "cases.updateParty": onParty("PATCH", { notes: "Saw it" }),
  "cases.deleteParty": onParty("DELETE", undefined),
  "cases.createPolicy": async (tenant) => {
    const { caseId } = await createCase(tenant);
    return { method: "POST", path: `/cases/${caseId}/insurance-policies`, body: { side: "plaintiff", type: "pip" }, entity: "insurance_policy", effects: countRows("InsurancePolicy", "caseId", caseId) };
  },
  "cases.updatePolicy": onPolicy("PATCH", { coverageStatus: "accepted" }),
  "cases.deletePolicy": onPolicy("DELETE", undefined),
  "cases.createTag": async () => {
    const name = newName();
    return { method: "POST", path: "/tags", body: { name, color: "#0f766e" }, entity: "tag", effects: countRows("Tag", "name", name) };
  },
  "cases.updateTag": onTag("PATCH", { color: "#0f766e" }),
  "cases.deleteTag": onTag("DELETE", undefined),
  "cases.replaceTags": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const name = newName();
    await createTag(tenant, name);
    return { method: "PUT", path: `/cases/${caseId}/tags`, body: { tags: [name] }, entity: "case", events: 2, effects: countRows("CaseTag", "caseId", caseId) };
  },
  "cases.createDefinition": async () => {
    const key = newKey();
    const body = { entity: "case", key, label: "A field", type: "text" };
    return { method: "POST", path: "/custom-field-definitions", body, entity: "custom_field_definition", effects: countRows("CustomFieldDefinition", "key", key) };
  },
  "cases.updateDefinition": async (tenant) => {
    const { definitionId: id } = await createDefinition(tenant);
    const effects = countRevisions("CustomFieldDefinition", "revision", id);
    return { method: "PATCH", path: `/custom-field-definitions/${id}`, body: { required: true }, entity: "custom_field_definition", effects };
  },
  "cases.updateCustomFields": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const { key } = await createDefinition(tenant);
    const effects = { text: `SELECT count(*)::integer AS effects FROM "Case" WHERE id = $1 AND "customFields" ? $2`, values: [caseId, key] };
    return { method: "PATCH", path: `/cases/${caseId}/custom-fields`, body: { customFields: { [key]: "yes" } }, entity: "case", effects };
  },
};
