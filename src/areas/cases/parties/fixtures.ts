import { buildParty } from "../../../../prisma/seed/builders/cases.ts";
import { buildContact } from "../../../../prisma/seed/builders/contacts.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { createCase, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
import { party as exampleParty } from "./examples.ts";

/**
 * A contact for parties and policies.
 *
 * @returns its id
 */
export async function createNamedContact(tenant: TestTenant, name: string, type = "company"): Promise<string> {
  const { organizationId } = tenant;
  return (await insertFor(tenant, { Contact: buildContact({ organizationId, type, name }) })).Contact.id;
}

export interface CreatedParty {
  caseId: string;
  clientId: string;
  contactId: string;
  partyId: string;
}

/** A defendant of a new case, or of this one. */
export async function createParty(
  tenant: TestTenant,
  values: Partial<Values<"CaseParty">> = {},
  ofCase?: { caseId: string; clientId: string },
): Promise<CreatedParty> {
  const { organizationId } = tenant;
  const { caseId, clientId } = ofCase ?? (await createCase(tenant));
  const contactId = values.contactId ?? (await createNamedContact(tenant, "Lone Star Freight"));
  const party = buildParty({ ...values, organizationId, caseId, contactId });
  await insertFor(tenant, { CaseParty: party });
  return { caseId, clientId, contactId, partyId: party.id };
}

/** The event's record and what it points to. */
const touch = ({ contactId, ...ofCase }: Omit<CreatedParty, "partyId">, id: string) => ({
  entity: "case_party",
  id,
  relatedIds: [...relateCase(ofCase), { entity: "contact", id: contactId }],
});

/** A request about a party that there is. */
const onParty =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createParty(tenant);
    const { caseId, partyId } = created;
    return {
      ...aboutRow(tenant, "CaseParty", { caseId, partyId }, { notes: "Changed" }),
      touched: () => touch(created, partyId),
      ...more,
    };
  };

export const partyScenarios = {
  "cases.parties.list": async (tenant) => {
    const { caseId } = await createParty(tenant);
    return { pathValues: { caseId }, query: { role: "defendant", sort: "updated" } };
  },
  "cases.parties.get": asRead(onParty({})),
  "cases.parties.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const contactId = await createNamedContact(tenant, "Lone Star Freight");
    const representedByContactId = await createNamedContact(tenant, "Vance Ortega", "person");
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: {
        [exampleParty.contact.id]: contactId,
        [exampleParty.representedBy.id]: representedByContactId,
        [exampleParty.externalId]: newName(),
      },
      change: changeShown(tenant, "CaseParty", "party", { notes: "Changed" }),
      touched: (response: ResponseBody) => touch({ ...ofCase, contactId }, readId(response, "party")),
      diff: {},
    };
  },
  "cases.parties.update": onParty({ diff: ({ answerDueOn }) => ({ answerDueOn: { from: null, to: answerDueOn } }) }),
  "cases.parties.delete": onParty({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
} satisfies Record<string, Scenario>;
