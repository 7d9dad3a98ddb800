import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { listContactAttempts, recordContactAttempt } from "../contact-attempts/domain.ts";
import { listHistory, transitionLead } from "./domain.ts";
import { ContactAttempt, LeadHistoryEntry, NewContactAttempt, TrailInput, Transition } from "./schema.ts";
import { Lead } from "../schema.ts";

const reading = { area: "Leads", scope: "leads:read" } as const;
const changing = { area: "Leads", scope: "leads:write", readBy: "leads:read" } as const;

export const trailProcedures = {
  "leads.transition": operation({
    route: "POST /leads/{leadId}/transitions",
    echoes: ["lead.status", "lead.availableTransitions"],
    summary: "Transition lead status",
    description:
      "Changes the status to one of the lead's `availableTransitions`. `declined` and `lost` require a reason, `duplicate` the original lead. To reach `converted`, use POST /leads/{leadId}/convert.",
    ...changing,
    emits: ["lead.status_changed"],
    mayEmit: ["lead.declined"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "lead.revision",
  })
    .input(Transition.safeExtend({ leadId: Id }))
    .output(z.object({ lead: Lead }))
    .mutation(async ({ ctx, input: { leadId, ...transition } }) => ({
      lead: await transitionLead(ctx, leadId, transition),
    })),
  "leads.history.list": operation({
    route: "GET /leads/{leadId}/history",
    summary: "List the status history of a lead",
    ...reading,
  })
    .input(TrailInput)
    .output(z.object({ history: z.array(LeadHistoryEntry), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { leadId, ...query } }) => listHistory(ctx, leadId, query)),
  "leads.contactAttempts.create": operation({
    route: "POST /leads/{leadId}/contact-attempts",
    summary: "Record a contact attempt",
    description:
      "Records the attempt. A lead in status `new` or `attempting_contact` becomes `contacted` if they connected, otherwise `attempting_contact` if the firm contacted the person. Other statuses do not change.",
    ...changing,
    emits: ["lead.contact_attempted"],
    mayEmit: ["lead.status_changed"],
    etag: "lead.revision",
    created: { location: "/leads/{lead.id}/contact-attempts" },
  })
    .input(NewContactAttempt.extend({ leadId: Id }))
    .output(z.object({ lead: Lead, contactAttempt: ContactAttempt }))
    .mutation(({ ctx, input: { leadId, ...attempt } }) => recordContactAttempt(ctx, leadId, attempt)),
  "leads.contactAttempts.list": operation({
    route: "GET /leads/{leadId}/contact-attempts",
    summary: "List the contact attempts of a lead",
    description: "Returns the attempts in the order in which they were recorded.",
    ...reading,
  })
    .input(TrailInput)
    .output(z.object({ contactAttempts: z.array(ContactAttempt), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { leadId, ...query } }) => listContactAttempts(ctx, leadId, query)),
};
