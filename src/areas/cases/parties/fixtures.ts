import type { Insertable } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { party } from "./examples.ts";

/**
 * A contact for parties and policies.
 *
 * @returns its id
 */
export async function createNamedContact(tenant: TestTenant, name: string, type = "company"): Promise<string> {
  const { organizationId } = tenant;
  const id = createId("contact");
  await tenant.inside((transaction) =>
    transaction.insertInto("Contact").values({ organizationId, id, type, name }).execute(),
  );
  return id;
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
  values: Partial<Insertable<Tables["CaseParty"]>> = {},
  ofCase?: { caseId: string; clientId: string },
): Promise<CreatedParty> {
  const { organizationId } = tenant;
  const { caseId, clientId } = ofCase ?? (await createCase(tenant));
  const contactId = values.contactId ?? (await createNamedContact(tenant, "Lone Star Freight"));
  const id = createId("caseParty");
  const row = { role: "defendant", side: "defendant", ...values, organizationId, id, caseId, contactId };
  await tenant.inside((transaction) => transaction.insertInto("CaseParty").values(row).execute());
  return { caseId, clientId, contactId, partyId: id };
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
      pathValues: { caseId, partyId },
      revision: 1,
      remove: () => changeRow(tenant, "CaseParty", partyId, { deletedAt: new Date().toISOString() }),
      change: () => changeRow(tenant, "CaseParty", partyId, { notes: "Changed" }),
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
        [party.contact.id]: contactId,
        [party.representedBy.id]: representedByContactId,
        [party.externalId]: newName(),
      },
      change: (response: ResponseBody) =>
        changeRow(tenant, "CaseParty", readId(response, "party"), { notes: "Changed" }),
      touched: (response: ResponseBody) => touch({ ...ofCase, contactId }, readId(response, "party")),
      diff: {},
    };
  },
  "cases.parties.update": onParty({ diff: ({ answerDueOn }) => ({ answerDueOn: { from: null, to: answerDueOn } }) }),
  "cases.parties.delete": onParty({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
} satisfies Record<string, Scenario>;
