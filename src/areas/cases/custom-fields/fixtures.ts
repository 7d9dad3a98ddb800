import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import {
  asRead,
  readId,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createNamedContact, createParty } from "../parties/fixtures.ts";
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
  {
    options = [],
    ...values
  }: Partial<Omit<Insertable<Tables["CustomFieldDefinition"]>, "options">> & { options?: object[] } = {},
): Promise<{ definitionId: string; key: string }> {
  const { organizationId } = tenant;
  const row = {
    entity: "case",
    key: newKey(),
    label: "A field",
    type: "text",
    ...values,
    id: createId("customFieldDefinition"),
    organizationId,
    options: JSON.stringify(options),
  };
  await tenant.inside((transaction) => transaction.insertInto("CustomFieldDefinition").values(row).execute());
  return { definitionId: row.id, key: row.key };
}

/** The field of the documented request, once in a firm. */
export async function ensureDefinition(tenant: TestTenant, key: string, type: string): Promise<void> {
  const { organizationId } = tenant;
  const options = JSON.stringify([{ value: "high", label: "High", archived: false }]);
  const row = {
    organizationId,
    id: createId("customFieldDefinition"),
    entity: "case",
    key,
    label: "A field",
    type,
    ...(type === "select" && { options }),
  };
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
    change: (response: ResponseBody) =>
      changeRow(tenant, "CustomFieldDefinition", readId(response, "customFieldDefinition"), { label: "Changed" }),
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
      remove: () => changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() }),
    };
  },
  "cases.customFields.update": async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    await ensureDefinition(tenant, customFieldDefinition.key, "select");
    return {
      pathValues: { caseId },
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
      diff: ({ customFields }) => ({ customFields: { from: {}, to: customFields } }),
    };
  },
} satisfies Record<string, Scenario>;
