import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { ids } from "../../contract/examples/example-story.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { anInstant, readId, type ResponseBody, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, type TestTenant } from "../../testing/harness/tenant.ts";
import { contact } from "./examples.ts";
import { relationship } from "./relationships/examples.ts";
import { conflictScenarios, createCheck } from "../conflict-checks/fixtures.ts";

/**
 * A company of the firm with a phone, an e-mail, an address and a role.
 *
 * @returns its id
 */
export async function createContact(
  tenant: TestTenant,
  values: Partial<Insertable<Tables["Contact"]>> = {},
): Promise<string> {
  const { organizationId } = tenant;
  const contactId = createId("contact");
  const name = values.name ?? "Acme Insurance";
  const line = { organizationId, contactId, position: 1, label: "main", isPrimary: true };
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("Contact")
      .values({
        organizationId,
        id: contactId,
        type: "company",
        companyName: name,
        email: "claims@acme.example",
        phone: "+1 512 555 0111",
        line1: "1 Acme Way",
        ...values,
        name,
      })
      .execute();
    await transaction
      .insertInto("ContactPhone")
      .values({ ...line, number: "+1 512 555 0111", e164: "+15125550111" })
      .execute();
    await transaction
      .insertInto("ContactEmail")
      .values({ ...line, address: "claims@acme.example", addressKey: "claims@acme.example" })
      .execute();
    await transaction
      .insertInto("ContactAddress")
      .values({ ...line, line1: "1 Acme Way", country: "US" })
      .execute();
    await transaction.insertInto("ContactRole").values({ organizationId, contactId, role: "insurer" }).execute();
  });
  return contactId;
}

/**
 * Relates the first contact to the other as a subsidiary.
 *
 * @returns the relationship's id
 */
export async function createRelationship(
  tenant: TestTenant,
  contactId: string,
  relatedContactId: string,
): Promise<string> {
  const id = createId("contactRelationship");
  const values = { organizationId: tenant.organizationId, id, contactId, type: "subsidiary_of", relatedContactId };
  await tenant.inside((transaction) => transaction.insertInto("ContactRelationship").values(values).execute());
  return id;
}

/**
 * Adds the contact to the case as a defendant.
 *
 * @returns the party's id
 */
export async function createParty(tenant: TestTenant, caseId: string, contactId: string): Promise<string> {
  const id = createId("caseParty");
  const values = { organizationId: tenant.organizationId, id, caseId, contactId, role: "defendant", side: "defendant" };
  await tenant.inside((transaction) => transaction.insertInto("CaseParty").values(values).execute());
  return id;
}

/** A row in each table of the area. */
export async function createContactRows(tenant: TestTenant): Promise<void> {
  await createRelationship(tenant, await createContact(tenant), await createContact(tenant));
  await createCheck(tenant);
}

/** What a contact's event is about. */
export const touchContact = (id: string) => ({ entity: "contact", id, relatedIds: [{ entity: "contact", id }] });
const touchShown = (response: ResponseBody) => touchContact(readId(response, "contact"));

const read: Scenario = async (tenant) => {
  const contactId = await createContact(tenant);
  return {
    pathValues: { contactId },
    remove: () => changeRow(tenant, "Contact", contactId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
  };
};

const updated: Scenario = async (tenant) => {
  const contactId = await createContact(tenant);
  return {
    ...(await read(tenant)),
    pathValues: { contactId },
    revision: 1,
    standsAlone: true,
    remove: () => changeRow(tenant, "Contact", contactId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
    change: () => changeRow(tenant, "Contact", contactId, { jobTitle: "Changed" }),
    touched: () => touchContact(contactId),
    diff: ({ preferredDeliveryMethod, roles }) => ({
      preferredDeliveryMethod: { from: null, to: preferredDeliveryMethod },
      roles: { from: ["insurer"], to: roles },
    }),
  };
};

async function relate(tenant: TestTenant) {
  const contactId = await createContact(tenant);
  const relatedContactId = await createContact(tenant, { name: "Best Insurance" });
  const relationshipId = await createRelationship(tenant, contactId, relatedContactId);
  return {
    contactId,
    relatedContactId,
    relationshipId,
    remove: () => changeRow(tenant, "Contact", contactId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
  };
}

const touchRelationship = (id: string, ...contactIds: string[]) => ({
  entity: "contact_relationship",
  id,
  relatedIds: [
    { entity: "contact_relationship", id },
    ...contactIds.map((contactId) => ({ entity: "contact", id: contactId })),
  ],
});

export const contactScenarios = {
  ...conflictScenarios,
  "contacts.list": async (tenant) => {
    await createContact(tenant);
    return { query: { limit: "10", q: "acme", email: "claims@acme.example", role: "insurer" } };
  },
  "contacts.create": (tenant) =>
    Promise.resolve({
      ownValues: { [contact.externalId]: randomUUID() },
      standsAlone: true,
      change: (response: ResponseBody) =>
        changeRow(tenant, "Contact", touchShown(response).id, { jobTitle: "Changed" }),
      touched: touchShown,
      diff: {},
    }),
  "contacts.get": read,
  "contacts.update": updated,
  "contacts.delete": async (tenant) => {
    const request = await updated(tenant);
    const contactId = request.pathValues?.["contactId"] ?? "";
    return {
      ...request,
      change: async () => undefined,
      recordIn: null,
      touched: () => touchContact(contactId),
      diff: { deletedAt: { from: null, to: anInstant } },
    };
  },
  "contacts.merge": async (tenant) => {
    const request = await updated(tenant);
    const mergedContactId = await createContact(tenant, { name: "Acme Claims", jobTitle: "Claims" });
    const contactId = request.pathValues?.["contactId"] ?? "";
    return {
      ...request,
      ownValues: { [ids.duplicateContactId]: mergedContactId },
      touched: () => ({
        ...touchContact(contactId),
        relatedIds: [contactId, mergedContactId].map((id) => ({ entity: "contact", id })),
      }),
      diff: { jobTitle: { from: null, to: "Claims" } },
    };
  },
  "contacts.match": async (tenant) => {
    await createContact(tenant);
    return {};
  },
  "contacts.cases.list": async (tenant) => {
    const request = await read(tenant);
    const { caseId } = await createCase(tenant);
    await createParty(tenant, caseId, request.pathValues?.["contactId"] ?? "");
    return { ...request, query: { limit: "10" } };
  },
  "contacts.relationships.list": async (tenant) => {
    const { contactId, remove } = await relate(tenant);
    return { pathValues: { contactId }, query: { limit: "10" }, remove };
  },
  "contacts.relationships.create": async (tenant) => {
    const request = await read(tenant);
    const relatedContactId = await createContact(tenant, { name: "Best Insurance" });
    const contactId = request.pathValues?.["contactId"] ?? "";
    return {
      ...request,
      ownValues: { [relationship.relatedContact.id]: relatedContactId },
      standsAlone: true,
      change: () => changeRow(tenant, "Contact", relatedContactId, { name: "Changed" }),
      touched: (response) => touchRelationship(readId(response, "relationship"), contactId, relatedContactId),
      diff: {},
    };
  },
  "contacts.relationships.delete": async (tenant) => {
    const { contactId, relatedContactId, relationshipId, remove } = await relate(tenant);
    return {
      pathValues: { contactId, relationshipId },
      remove,
      recordIn: null,
      standsAlone: true,
      change: async () => undefined,
      touched: () => touchRelationship(relationshipId, contactId, relatedContactId),
      diff: {},
    };
  },
} satisfies Record<string, Scenario>;
