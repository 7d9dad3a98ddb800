import { createLead } from "../../areas/leads/fixtures.ts";
import type { LeadOptions } from "../../areas/leads/fixtures.ts";
import { countRevisions } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

interface Particulars {
  options?: LeadOptions;
  /** Counts effects by the lead's id; its revision does without. */
  count?: string;
  events?: number;
}

/** A mutation of a lead that no other request touches. */
const onLead = (below: string, body: object, { options = {}, count, events = 1 }: Particulars = {}): Arrange => async (tenant) => {
  const id = await createLead(tenant, options);
  const effects = count === undefined ? countRevisions("Lead", "revision", id) : { text: `SELECT count(*)::integer AS effects FROM ${count}`, values: [id] };
  return { method: "POST", path: `/leads/${id}/${below}`, body, entity: "lead", effects, events };
};

/** The mutations of the area leads that are idempotent, each with a fresh record to work on. */
export const leadMutations: Record<string, Arrange> = {
  "leads.assign": onLead("assign", { assignedToMemberId: null }),
  "leads.transition": onLead("transitions", { toStatus: "contacted" }),
  "leads.recordContactAttempt": onLead("contact-attempts", { channel: "call", outcome: "voicemail" }, { count: `"LeadContactAttempt" WHERE "leadId" = $1`, events: 2 }),
  "leads.convert": onLead(
    "convert",
    { clientMatch: { mode: "create" } },
    {
      options: { status: "retainer_signed" },
      count: `"Case" c JOIN "Client" p ON p.id = c."plaintiffId" JOIN "Lead" l ON l."convertedCaseId" = c.id WHERE c."leadId" = $1 AND l.status = 'converted'`,
    },
  ),
};
