import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation } from "../../rpc/operation.ts";
import { assignLead, createLead, updateLead } from "./domain.changes.ts";
import { searchDuplicates } from "./duplicates/domain.ts";
import { getLead, listLeads } from "./domain.ts";
import { trailProcedures } from "./transitions/operations.ts";
import { DuplicateProbe, Lookalike } from "./transitions/schema.ts";
import { Lead, LeadChanges, LeadListInput, NewLead } from "./schema.ts";

const area = "Leads";
const output = z.object({ lead: Lead });

export const leadProcedures = {
  list: operation({
    method: "GET",
    path: "/leads",
    summary: "List leads",
    description:
      "The organization's leads. Keep a copy with `sort=updated` and `updatedSince`. `q`, `email` and `phone` are personal data: our log " +
      "keeps the route and never the query, but a proxy of yours may keep the whole URL; `POST /leads/duplicates/search` looks for a person by a body.",
    area,
    scope: "leads:read",
    tier: "read",
    idempotency: "none",
  })
    .input(LeadListInput)
    .output(z.object({ leads: z.array(Lead), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listLeads(ctx, input)),
  get: operation({
    method: "GET",
    path: "/leads/{leadId}",
    summary: "Get a lead",
    area,
    scope: "leads:read",
    tier: "read",
    idempotency: "none",
    errors: ["NOT_FOUND"],
    etag: "lead.revision",
  })
    .input(z.strictObject({ leadId: Id }))
    .output(output)
    .query(async ({ ctx, input }) => ({ lead: await getLead(ctx, input.leadId) })),
  create: operation({
    method: "POST",
    path: "/leads",
    summary: "Create a lead",
    description:
      "A new inquiry, in status `new`. The idempotency header is ignored: give an `externalId`, or `vendorId` with `vendorLeadId`, and a retry is answered 409 `DUPLICATE_ENTRY` in place of a second lead.",
    area,
    scope: "leads:write",
    tier: "write",
    idempotency: "ignored",
    legacyCredentials: true,
    emits: ["lead.created"],
    mayEmit: ["lead.duplicate_flagged"],
    errors: ["DUPLICATE_ENTRY"],
    etag: "lead.revision",
    created: { location: "/leads/{lead.id}" },
  })
    .input(NewLead)
    .output(output)
    .mutation(async ({ ctx, input }) => ({ lead: await createLead(ctx, input) })),
  update: operation({
    method: "PATCH",
    path: "/leads/{leadId}",
    summary: "Update a lead",
    description:
      "Changes the fields that are sent; `null` clears, and a nested object replaces the one before it whole. At least one field. Status, assignment and attempts to reach the lead have operations of their own.",
    area,
    scope: "leads:write",
    tier: "write",
    idempotency: "ignored",
    legacyCredentials: true,
    emits: ["lead.updated"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "STALE_REVISION"],
    etag: "lead.revision",
  })
    .input(LeadChanges.extend({ leadId: Id }).refine((input) => Object.keys(input).length > 1, { path: ["body"], message: "must change at least one field" }))
    .output(output)
    .mutation(async ({ ctx, input: { leadId, ...changes } }) => ({ lead: await updateLead(ctx, leadId, changes) })),
  assign: operation({
    method: "POST",
    path: "/leads/{leadId}/assign",
    summary: "Assign a lead",
    description: "To an active member of the organization, or with `null` to nobody.",
    area,
    scope: "leads:write",
    tier: "write",
    idempotency: "required",
    emits: ["lead.assigned"],
    errors: ["NOT_FOUND", "STALE_REVISION"],
    etag: "lead.revision",
  })
    .input(z.strictObject({ leadId: Id, assignedToMemberId: Id.nullable() }))
    .output(output)
    .mutation(async ({ ctx, input }) => ({ lead: await assignLead(ctx, input.leadId, input.assignedToMemberId) })),
  // A read by POST: phone, e-mail and name would stand in the URL, and URLs end up in the logs of whatever lies between.
  searchDuplicates: operation({
    method: "POST",
    path: "/leads/duplicates/search",
    summary: "Search for duplicates of a lead",
    description:
      "The newest leads that have the phone, the e-mail or the name, at most 25; and as many clients, where the caller holds clients:read. Each says what it matches on. Changes nothing, and takes no idempotency key.",
    area,
    scope: "leads:read",
    tier: "read",
    idempotency: "none",
  })
    .input(DuplicateProbe)
    .output(z.object({ duplicates: z.array(Lookalike) }))
    .query(async ({ ctx, input }) => ({ duplicates: await searchDuplicates(ctx, input) })),
  ...trailProcedures,
};
