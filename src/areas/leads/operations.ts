import * as z from "zod";
import { orDeleted } from "../../contract/deleted-records.ts";
import { Id, changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { leadArchive } from "./archive.ts";
import { leadSearch } from "./domain.search.ts";
import { assignLead, createLead, updateLead } from "./domain.changes.ts";
import { searchDuplicates } from "./duplicates/domain.ts";
import { getLead, listLeads } from "./domain.ts";
import { trailProcedures } from "./transitions/operations.ts";
import { DuplicateQuery, Lookalike } from "./transitions/schema.ts";
import { AssignmentWarning, Lead, LeadAssignment, LeadChanges, LeadListInput, NewLead } from "./schema.ts";
import { leadExamples } from "./examples.ts";
import { trailExamples } from "./transitions/examples.ts";
import { leadEvents } from "./events.ts";
import { leadStates } from "./transitions/domain.moves.ts";
import { leadEnumerations } from "./enumerations.ts";
import { trailEnumerations } from "./transitions/enumerations.ts";

const reading = { area: "Leads", scope: "leads:read" } as const;
const changing = { area: "Leads", scope: "leads:write", readBy: "leads:read" } as const;
/** Also with legacy credentials, which have no idempotency keys. */
const partnerWriting = { ...changing, idempotency: "ignored", legacyCredentials: true } as const;
const output = z.object({ lead: Lead });

export const leads = defineArea(
  {
    "leads.list": operation({
      route: "GET /leads",
      summary: "List leads",
      description:
        "Returns the organization's leads. To synchronize a copy, use `sort=updated` and `updatedSince`. `q`, `email` and `phone` are personal data: Caseport " +
        "logs the route and never the query, but your proxies may log full URLs; `POST /leads/duplicates/search` takes them in the body.",
      ...reading,
    })
      .input(LeadListInput)
      .output(z.object({ leads: z.array(orDeleted(Lead)), nextCursor: z.string().nullable() }))
      .query(({ ctx, input }) => listLeads(ctx, input)),
    "leads.get": operation({
      route: "GET /leads/{leadId}",
      summary: "Get a lead",
      ...reading,
      etag: "lead.revision",
    })
      .input(z.strictObject({ leadId: Id }))
      .output(output)
      .query(async ({ ctx, input }) => ({ lead: await getLead(ctx, input.leadId) })),
    "leads.create": operation({
      route: "POST /leads",
      summary: "Create a lead",
      description:
        "Creates a lead in status `new`. The idempotency header is ignored: send an `externalId`, or `vendorId` with `vendorLeadId`, so that a retry fails with 409 `DUPLICATE_ENTRY` instead of creating a second lead.",
      ...partnerWriting,
      emits: ["lead.created"],
      mayEmit: ["lead.duplicate_flagged", "consent.updated"],
      errors: ["DUPLICATE_ENTRY"],
      etag: "lead.revision",
      created: { location: "/leads/{lead.id}" },
    })
      .input(NewLead)
      .output(output)
      .mutation(async ({ ctx, input }) => ({ lead: await createLead(ctx, input) })),
    "leads.update": operation({
      route: "PATCH /leads/{leadId}",
      summary: "Update a lead",
      description:
        "Changes the fields that you send, at least one; `null` clears a field, and a nested object replaces the previous one as a whole. Status, assignment and contact attempts have their own operations.",
      ...partnerWriting,
      emits: ["lead.updated"],
      mayEmit: ["consent.updated"],
      errors: ["DUPLICATE_ENTRY", "STALE_REVISION"],
      etag: "lead.revision",
    })
      .input(LeadChanges.extend({ leadId: Id }).refine(...changesSomething("leadId")))
      .output(output)
      .mutation(async ({ ctx, input: { leadId, ...changes } }) => ({ lead: await updateLead(ctx, leadId, changes) })),
    "leads.assign": operation({
      route: "POST /leads/{leadId}/assign",
      summary: "Assign a lead",
      description:
        "Assigns the lead to an active member of the organization, or to a team: with the rule `round_robin` the next member in turn who is active and not absent gets it, with `least_loaded` the one of them with the fewest open tasks. " +
        "Send `assignedToMemberId` or `assignedTeamId`; `assignedToMemberId: null` unassigns it. If no one in the team can be chosen, `warnings` has `no_candidate`.",
      ...changing,
      echoes: ["warnings"],
      emits: ["lead.assigned"],
      errors: ["STALE_REVISION"],
      etag: "lead.revision",
    })
      .input(LeadAssignment.safeExtend({ leadId: Id }))
      .output(output.extend({ warnings: z.array(AssignmentWarning) }))
      .mutation(({ ctx, input: { leadId, ...assignment } }) => assignLead(ctx, leadId, assignment)),
    // POST for a read: phone, email and name in a URL would end up in logs.
    "leads.duplicates.search": operation({
      route: "POST /leads/duplicates/search",
      tier: "read",
      idempotency: "none",
      summary: "Search for duplicates of a lead",
      description:
        "Returns the newest leads with the same phone, email or name, then those with similar names, the most alike first: at most 25, and, if the key has clients:read, as many clients. " +
        "Each result has the values that match, and how the names differ. Takes no idempotency key.",
      ...reading,
    })
      .input(DuplicateQuery)
      .output(z.object({ duplicates: z.array(Lookalike) }))
      .query(async ({ ctx, input }) => ({ duplicates: await searchDuplicates(ctx, input) })),
    ...trailProcedures,
  },
  {
    examples: { ...leadExamples, ...trailExamples },
    events: [leadEvents],
    enumerations: { ...leadEnumerations, ...trailEnumerations },
    stateMachines: { leadStatus: leadStates },
    archive: leadArchive,
    search: [leadSearch],
  },
);
