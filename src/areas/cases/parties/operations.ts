import * as z from "zod";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { parties, updateParty } from "./domain.ts";
import { CaseParty, CasePartyChanges, CasePartyFilter, NewCaseParty } from "./schema.ts";

const reading = { area: "Cases", scope: "cases:read" } as const;
const changing = { area: "Cases", scope: "cases:write", readBy: "cases:read" } as const;
const Chosen = z.strictObject({ caseId: Id, partyId: Id });
const Shown = z.object({ party: CaseParty });

export const partyProcedures = {
  "cases.parties.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/parties",
    summary: "List the parties of a case",
    description:
      "Returns people and companies with their role in the case, newest first by default. Deleted parties are not returned.",
  })
    .input(CasePartyFilter.extend({ caseId: Id }))
    .output(z.object({ parties: z.array(CaseParty), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const page = await parties.list(ctx, input);
      return { parties: page.records, nextCursor: page.nextCursor };
    }),

  "cases.parties.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/parties/{partyId}",
    summary: "Get a party of a case",
    description:
      "Use the ETag only for `If-Match`: a contact's name can change without a new revision of the party, so the response is never 304.",
    etag: "party.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input: { caseId, partyId } }) => ({
      party: await parties.get(ctx, { caseId, id: partyId }),
    })),

  "cases.parties.create": operation({
    ...changing,
    route: "POST /cases/{caseId}/parties",
    summary: "Add a party to a case",
    description:
      "The contact must exist and can be a party in several roles. Fails with 409 for a second primary party of a role, and while the case is archived.",
    emits: ["case_party.created"],
    created: { location: "/cases/{party.caseId}/parties/{party.id}" },
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "party.revision",
  })
    .input(NewCaseParty.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ party: await parties.create(ctx, input) })),

  "cases.parties.update": operation({
    ...changing,
    route: "PATCH /cases/{caseId}/parties/{partyId}",
    summary: "Update a party of a case",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. The contact cannot be changed: remove the party and add another. Deadlines that are counted from `servedOn` follow: " +
      "an earlier date applies at once, a later one waits for a second person.",
    emits: ["case_party.updated"],
    mayEmit: ["deadline.recalculated", "deadline.recalculation_proposed", "case.updated", "task.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "party.revision",
  })
    .input(CasePartyChanges.extend({ caseId: Id, partyId: Id }).refine(...changesSomething("caseId", "partyId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, partyId, ...changes } }) => ({
      party: await updateParty(ctx, caseId, partyId, changes),
    })),

  "cases.parties.delete": operation({
    ...changing,
    route: "DELETE /cases/{caseId}/parties/{partyId}",
    summary: "Remove a party from a case",
    description:
      "The contact stays. Fails with 409 while an open deadline names the party, and while it is the claimant of a damage.",
    emits: ["case_party.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input: { caseId, partyId } }) => parties.delete(ctx, { caseId, id: partyId }))),
};
