import { randomUUID } from "node:crypto";
import { ids } from "../../contract/examples/example-story.ts";
import { buildContact, buildContactLines, buildRelationship } from "../../../prisma/seed/builders/contacts.ts";
import { buildParty } from "../../../prisma/seed/builders/cases.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { anInstant, readId, type ResponseBody, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { contact as exampleContact } from "./examples.ts";
import { relationship as exampleRelationship } from "./relationships/examples.ts";
import { conflictScenarios, createCheck } from "../conflict-checks/fixtures.ts";

/**
 * A company of the firm with a phone, an e-mail, an address and a role.
 *
 * @returns its id
 */
export async function createContact(tenant: TestTenant, values: Partial<Values<"Contact">> = {}): Promise<string> {
  const { organizationId } = tenant;
  const contact = buildContact({
    organizationId,
    name: "Acme Insurance",
    companyName: values.name ?? "Acme Insurance",
    email: "claims@acme.example",
    phone: "+1 512 555 0111",
    line1: "1 Acme Way",
    ...values,
  });
  await insertFor(tenant, { Contact: contact, ...buildContactLines(contact, ["insurer"]) });
  return contact.id;
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
  const row = buildRelationship({ organizationId: tenant.organizationId, contactId, relatedContactId });
  return (await insertFor(tenant, { ContactRelationship: row })).ContactRelationship.id;
}

/**
 * Adds the contact to the case as a defendant.
 *
 * @returns the party's id
 */
export async function createParty(tenant: TestTenant, caseId: string, contactId: string): Promise<string> {
  const party = buildParty({ organizationId: tenant.organizationId, caseId, contactId });
  return (await insertFor(tenant, { CaseParty: party })).CaseParty.id;
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
      ownValues: { [exampleContact.externalId]: randomUUID() },
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
      ownValues: { [exampleRelationship.relatedContact.id]: relatedContactId },
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
