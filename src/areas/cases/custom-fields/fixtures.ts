import { randomBytes } from "node:crypto";
import { buildCustomField } from "../../../../prisma/seed/builders/cases.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  asRead,
  readId,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, deleteRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createNamedContact, createParty } from "../parties/fixtures.ts";
import { createDamage } from "../damages/fixtures.ts";
import { createPolicy } from "../policies/fixtures.ts";
import { readCaseRevision } from "../tags/fixtures.ts";
import { customFieldDefinition } from "./examples.ts";

/** A key that no other field has. */
export const newKey = () => `field_${randomBytes(6).toString("hex")}`;

/**
 * A custom field of cases: text by default.
 *
 * @returns its id and key
 */
export async function createDefinition(
  tenant: TestTenant,
  values: Partial<Values<"CustomFieldDefinition">> = {},
): Promise<{ definitionId: string; key: string }> {
  const { organizationId } = tenant;
  const field = buildCustomField({ organizationId, key: newKey(), ...values });
  await insertFor(tenant, { CustomFieldDefinition: field });
  return { definitionId: field.id, key: field.key };
}

/** The field of the documented request, once in a firm. */
export async function ensureDefinition(tenant: TestTenant, key: string, type: string): Promise<void> {
  const { organizationId } = tenant;
  const options = JSON.stringify([{ value: "high", label: "High", archived: false }]);
  const row = buildCustomField({ organizationId, key, type, ...(type === "select" && { options }) });
  await tenant.inside((transaction) =>
    transaction
      .insertInto("CustomFieldDefinition")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** What belongs to a case, one of each with every contact: for the tests of the walls. */
export async function createCaseRows(
  tenant: TestTenant,
): Promise<{ caseId: string; partyId: string; policyId: string; definitionId: string; key: string }> {
  const contactId = await createNamedContact(tenant, "Vance Ortega", "person");
  const { caseId, partyId } = await createParty(tenant, { representedByContactId: contactId });
  const { policyId } = await createPolicy(tenant, {
    caseId,
    adjusterContactId: contactId,
    thirdPartyAdminContactId: contactId,
  });
  await createDamage(tenant, { caseId, claimantPartyId: partyId });
  return { caseId, partyId, policyId, ...(await createDefinition(tenant)) };
}

const touch = (id: string) => ({
  entity: "custom_field_definition",
  id,
  relatedIds: [{ entity: "custom_field_definition", id }],
});

/** A request about a definition that there is. */
const onDefinition =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const { definitionId } = await createDefinition(tenant, { required: true });
    return {
      pathValues: { definitionId },
      revision: 1,
      change: () => changeRow(tenant, "CustomFieldDefinition", definitionId, { label: "Changed" }),
      touched: () => touch(definitionId),
      standsAlone: true,
      ...more,
    };
  };

export const customFieldScenarios = {
  "customFieldDefinitions.list": async (tenant) => {
    await createDefinition(tenant);
    return { query: { entity: "case", archived: "false", sort: "order" } };
  },
  "customFieldDefinitions.get": asRead(onDefinition({})),
  "customFieldDefinitions.create": async (tenant) => ({
    ownValues: { [customFieldDefinition.key]: newKey() },
    change: changeShown(tenant, "CustomFieldDefinition", "customFieldDefinition", { label: "Changed" }),
    touched: (response: ResponseBody) => touch(readId(response, "customFieldDefinition")),
    standsAlone: true,
    diff: {},
  }),
  "customFieldDefinitions.update": onDefinition({
    diff: ({ required }) => ({ required: { from: true, to: required } }),
  }),
  "cases.customFields.get": async (tenant) => {
    const { caseId } = await createCase(tenant);
    await createDefinition(tenant, { required: true });
    return {
      pathValues: { caseId },
      remove: () => deleteRow(tenant, "Case", caseId),
    };
  },
  "cases.customFields.update": async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    await ensureDefinition(tenant, customFieldDefinition.key, "select");
    return {
      pathValues: { caseId },
      revision: await readCaseRevision(tenant, caseId),
      recordIn: null,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Case", caseId, { title: "Changed" }),
      touched: () => ({
        entity: "case",
        id: caseId,
        relatedIds: [
          { entity: "case", id: caseId },
          { entity: "client", id: clientId },
        ],
      }),
      diff: ({ customFields }) => ({ customFields: { from: {}, to: customFields } }),
    };
  },
} satisfies Record<string, Scenario>;
