import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { readRecord } from "../../../testing/harness/example-request.ts";
import type { ResponseBody, ExampleRequest, Scenario } from "../../../testing/harness/example-request.ts";
import { createCase } from "../../../testing/harness/tenant.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { asRead, changeRow, createNamedContact, createParty } from "../parties/fixtures.ts";
import { createPolicy } from "../policies/fixtures.ts";
import { readCaseRevision } from "../tags/fixtures.ts";

/** A key that no other field has. */
export const newKey = () => `field_${randomBytes(6).toString("hex")}`;

/** A custom field of cases: text unless told otherwise. @returns its id and key */
export async function createDefinition(
  tenant: TestTenant,
  { options = [], ...values }: Partial<Omit<Insertable<Tables["CustomFieldDefinition"]>, "options">> & { options?: object[] } = {},
): Promise<{ definitionId: string; key: string }> {
  const { organizationId } = tenant;
  const row = { entity: "case", key: newKey(), label: "A field", type: "text", ...values, id: createId("customFieldDefinition"), organizationId, options: JSON.stringify(options) };
  await tenant.inside((transaction) => transaction.insertInto("CustomFieldDefinition").values(row).execute());
  return { definitionId: row.id, key: row.key };
}

/** What belongs to a case, one of each with every contact: for the tests of the walls. */
export async function createCaseRows(tenant: TestTenant): Promise<{ caseId: string; partyId: string; policyId: string; definitionId: string; key: string }> {
  const contactId = await createNamedContact(tenant, "Vance Ortega", "person");
  const { caseId, partyId } = await createParty(tenant, { representedByContactId: contactId });
  const { policyId } = await createPolicy(tenant, { caseId, adjusterContactId: contactId, thirdPartyAdminContactId: contactId });
  return { caseId, partyId, policyId, ...(await createDefinition(tenant)) };
}

const touch = (id: string) => ({ entity: "custom_field_definition", id, relatedIds: [{ entity: "custom_field_definition", id }] });

/** A request about a definition that there is. */
const onDefinition = (more: Partial<ExampleRequest>): Scenario => async (tenant) => {
  const { definitionId } = await createDefinition(tenant, { type: "select", options: [{ value: "low", label: "Low", archived: false }] });
  return {
    pathValues: { definitionId },
    recordParameters: ["definitionId"],
    revision: 1,
    change: () => changeRow(tenant, "CustomFieldDefinition", definitionId, { label: "Changed" }),
    touched: () => touch(definitionId),
    standsAlone: true,
    ...more,
  };
};

const options = [
  { value: "low", label: "Low", archived: true },
  { value: "high", label: "High", archived: false },
];

export const customFieldScenarios = {
  "cases.listDefinitions": async (tenant) => {
    await createDefinition(tenant);
    return { pathValues: {}, query: { entity: "case", archived: "false", sort: "order" }, recordParameters: [], revision: null };
  },
  "cases.getDefinition": asRead(onDefinition({})),
  "cases.createDefinition": async (tenant) => ({
    pathValues: {},
    body: { entity: "case", key: newKey(), label: "Policy limit confirmed", type: "select", options, caseTypes: ["truck_accident"] },
    recordParameters: [],
    revision: null,
    change: (answer: ResponseBody) => changeRow(tenant, "CustomFieldDefinition", String(readRecord(answer, "customFieldDefinition")["id"]), { label: "Changed" }),
    touched: (answer: ResponseBody) => touch(String(readRecord(answer, "customFieldDefinition")["id"])),
    standsAlone: true,
    diff: {},
  }),
  "cases.updateDefinition": onDefinition({
    body: { label: "Exposure of the firm", options, section: "Exposure" },
    diff: {
      label: { from: "A field", to: "Exposure of the firm" },
      options: { from: [{ value: "low", label: "Low", archived: false }], to: options },
      section: { from: null, to: "Exposure" },
    },
  }),
  "cases.getCustomFields": async (tenant) => {
    const { caseId } = await createCase(tenant);
    await createDefinition(tenant, { required: true });
    return { pathValues: { caseId }, recordParameters: ["caseId"], revision: null, remove: () => changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() }) };
  },
  "cases.updateCustomFields": async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    const { key } = await createDefinition(tenant);
    const { key: second } = await createDefinition(tenant, { type: "boolean", key: `second_${newKey()}` });
    return {
      pathValues: { caseId },
      body: { customFields: { [key]: "Confirmed by letter", [second]: true } },
      recordParameters: ["caseId"],
      revision: await readCaseRevision(tenant, caseId),
      recordIn: null,
      remove: () => changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() }),
      change: () => changeRow(tenant, "Case", caseId, { title: "Changed" }),
      touched: () => ({
        entity: "case",
        id: caseId,
        relatedIds: [
          { entity: "case", id: caseId },
          { entity: "client", id: clientId },
        ],
      }),
      diff: { customFields: { from: {}, to: { [key]: "Confirmed by letter", [second]: true } } },
    };
  },
} satisfies Record<string, Scenario>;
