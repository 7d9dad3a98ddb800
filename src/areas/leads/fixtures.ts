import { ids } from "../../contract/examples/example-story.ts";
import { buildContactAttempt, buildLead, buildLeadStatusChange } from "../../../prisma/seed/builders/leads.ts";
import { buildMember } from "../../../prisma/seed/builders/organizations.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { readId, anInstant, type Arrangement, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { actorOf, changeRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { leadExamples } from "./examples.ts";
import { leadTransitions } from "./transitions/domain.moves.ts";
import type { LeadStatus } from "./schema.ts";

export type LeadOptions = Partial<Values<"Lead">>;

/**
 * A lead of the firm in status new, with the first step of its way.
 *
 * @returns its id
 */
export async function createLead(tenant: TestTenant, options: LeadOptions = {}): Promise<string> {
  const { organizationId } = tenant;
  const lead = buildLead({ organizationId, ...options });
  const actor = actorOf(tenant);
  const step = buildLeadStatusChange({ organizationId, leadId: lead.id, toStatus: options.status ?? "new", actor });
  await insertFor(tenant, { Lead: lead, LeadStatusChange: step });
  return lead.id;
}

/**
 * An attempt to reach a lead, by the firm's attorney.
 *
 * @returns its id
 */
export async function createContactAttempt(tenant: TestTenant, leadId: string): Promise<string> {
  const { organizationId, attorneyId: memberId } = tenant;
  const attempt = buildContactAttempt({ organizationId, leadId, memberId });
  return (await insertFor(tenant, { LeadContactAttempt: attempt })).LeadContactAttempt.id;
}

/** A lead with a row in every table below it. */
export async function createLeadRows(tenant: TestTenant): Promise<void> {
  await createContactAttempt(tenant, await createLead(tenant));
}

/** What a creation sends that succeeds. */
export function newLeadBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    firstName: "Rosalinde",
    lastName: "Vandermeer",
    email: "Rosalinde@Example.com",
    phone: "(512) 555-0143",
    phoneType: "mobile",
    dateOfBirth: "1984-06-30",
    address: { city: "Austin", state: "TX", zipCode: "78704" },
    caseType: "truck_accident",
    source: "web_form",
    utm: { source: "google", medium: "cpc" },
    clickIds: { gclid: "EAIaIQob" },
    consent: { tcpaConsented: true, consentedAt: "2026-03-14T10:09:26-05:00" },
    vendorCostCents: 12_500,
    nextFollowUpAt: "2026-03-15T15:00:00Z",
    ...changes,
  };
}

const related = (id: string) => [{ entity: "lead", id }];

/** What a move says in the diff besides the status itself. */
const moved = (from: LeadStatus, to: LeadStatus) => ({
  status: { from, to },
  availableTransitions: { from: leadTransitions[from], to: leadTransitions[to] },
  statusChangedAt: { from: anInstant, to: anInstant },
});

const { onDuplicate: _onDuplicate, externalId: _externalId, ...documented } = leadExamples["leads.create"].body;
/** Without a consent, which would have events of its own. */
const sentTwice = { ...documented, consent: { ...documented.consent, tcpaConsented: false } };

const read: Scenario = async (tenant) => {
  const leadId = await createLead(tenant);
  await createContactAttempt(tenant, leadId);
  return {
    pathValues: { leadId },
    remove: () => changeRow(tenant, "Lead", leadId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
  };
};

/**
 * A mutation of a lead that is there.
 *
 * @param more what the arranged request has besides
 */
const changed =
  (options: LeadOptions, diff: NonNullable<Arrangement["diff"]>, more: Partial<Arrangement> = {}): Scenario =>
  async (tenant) => {
    const leadId = await createLead(tenant, options);
    return {
      pathValues: { leadId },
      revision: 1,
      recordIn: "lead",
      standsAlone: true,
      remove: () => changeRow(tenant, "Lead", leadId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
      change: () => changeRow(tenant, "Lead", leadId, { description: "changed since", revision: 9 }),
      touched: () => ({ entity: "lead", id: leadId, relatedIds: related(leadId) }),
      diff,
      ...more,
    };
  };

const expectId = (prefix: string) => ({
  asymmetricMatch: (value: unknown) => typeof value === "string" && value.startsWith(prefix),
});

export const leadScenarios = {
  "leads.list": async (tenant) => {
    await createLead(tenant);
    return { query: { limit: "10", sort: "updated", status: "new" } };
  },
  "leads.get": read,
  "leads.create": () =>
    Promise.resolve({
      otherBody: { reason: "tests send it twice, which the documented body has rejected", body: sentTwice },
      standsAlone: true,
      touched: (response) => {
        const id = readId(response, "lead");
        return { entity: "lead", id, relatedIds: related(id) };
      },
      diff: {},
    }),
  "leads.update": changed({}, ({ score, nextFollowUpAt }) => ({
    score: { from: null, to: score },
    nextFollowUpAt: { from: null, to: nextFollowUpAt },
  })),
  "leads.assign": async (tenant) => {
    const { organizationId } = tenant;
    const name = { firstName: "Ina", lastName: "Vogt" };
    const member = buildMember({ organizationId, ...name, role: "intake_specialist" });
    const assignedTo = { id: member.id, ...name };
    await insertFor(tenant, { Member: member });
    return changed(
      {},
      { assignedTo: { from: null, to: assignedTo } },
      { ownValues: { [ids.attorneyId]: assignedTo.id } },
    )(tenant);
  },
  "leads.duplicates.search": async (tenant) => {
    await createLead(tenant, { phoneE164: "+15125550143" });
    return {};
  },
  "leads.transition": changed({}, moved("new", "contacted")),
  "leads.history.list": read,
  "leads.contactAttempts.create": (tenant) =>
    changed(
      {},
      {
        ...moved("new", "attempting_contact"),
        firstResponseAt: { from: null, to: anInstant },
        lastContactAttemptAt: { from: null, to: anInstant },
        contactAttemptCount: { from: 0, to: 1 },
      },
      { ownValues: { [ids.attorneyId]: tenant.attorneyId }, alsoEmits: ["lead.status_changed"], revision: null },
    )(tenant),
  "leads.contactAttempts.list": read,
  /** Made for a new client: one that is there needs another scope. */
  "leads.convert": async (tenant) => {
    const { standsAlone: _, ...arranged } = await changed(
      { status: "retainer_signed", email: "rosa@example.com" },
      {
        ...moved("retainer_signed", "converted"),
        convertedCaseId: { from: null, to: expectId("case_") },
        convertedClientId: { from: null, to: expectId("cli_") },
        convertedAt: { from: null, to: anInstant },
      },
      { ownValues: { [ids.attorneyId]: tenant.attorneyId }, alsoEmits: ["client.created"] },
    )(tenant);
    return {
      ...arranged,
      touched: (response) => {
        const id = readId(response, "lead");
        const [caseId, clientId] = [readId(response, "case"), readId(response, "client")];
        return {
          entity: "lead",
          id,
          relatedIds: [...related(id), { entity: "case", id: caseId }, { entity: "client", id: clientId }],
        };
      },
    };
  },
} satisfies Record<string, Scenario>;
