import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation } from "../../rpc/operation.ts";
import { redactMatch, searchConflicts } from "./domain.search.ts";
import { matchContacts } from "./domain.match.ts";
import { closeConflictCheck, createConflictCheck, decideConflictResult, getConflictCheck, listConflictChecks } from "./domain.ts";
import {
  Closing,
  ConflictCheck,
  ConflictCheckFilter,
  ConflictMatch,
  ConflictResult,
  GivenTerms,
  NewConflictCheck,
  ResultDecision,
} from "./schema.ts";
import { ContactMatch, ContactProbe } from "./schema.match.ts";

const reading = { area: "Contacts", scope: "contacts:read", tier: "read", idempotency: "none" } as const;
const changing = { area: "Contacts", scope: "contacts:write", tier: "write", idempotency: "required", etag: "conflictCheck.revision" } as const;
const changeErrors = ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"] as const;
const Whole = z.object({ conflictCheck: ConflictCheck, results: z.array(ConflictResult) });

const searchRule =
  "It looks at clients, contacts, parties of cases (every side) and leads, whatever their status: closed cases and declined leads count; deleted " +
  "records do not. At most 20 terms, and 200 results, best first; of a term at least 200 records of each kind are looked at; `isCut` tells that there was more of either.";
const redactionRule =
  "Of a result whose records the key may not read (`clients:read`, `contacts:read`, `cases:read` for parties, `leads:read`) it is told that there is one, and nothing else.";

export const conflictProcedures = {
  searchConflicts: operation({
    ...reading,
    method: "POST",
    path: "/conflict-checks/search",
    summary: "Search for conflicts of interest",
    description: `A search that leaves nothing behind. ${searchRule} ${redactionRule}`,
  })
    .input(z.strictObject({ terms: GivenTerms }))
    .output(z.object({ matches: z.array(ConflictMatch), isCut: z.boolean() }))
    .query(async ({ ctx, input }) => {
      const { matches, isCut } = await searchConflicts(ctx, input.terms);
      return { matches: matches.map((match) => redactMatch<ConflictMatch>(ctx, match)), isCut };
    }),

  listConflictChecks: operation({
    ...reading,
    method: "GET",
    path: "/conflict-checks",
    summary: "List conflict checks",
    description: "The firm's conflict checks, without their results.",
  })
    .input(z.strictObject(ConflictCheckFilter))
    .output(z.object({ conflictChecks: z.array(ConflictCheck), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listConflictChecks(ctx, input)),

  createConflictCheck: operation({
    ...changing,
    method: "POST",
    path: "/conflict-checks",
    summary: "Create a conflict check",
    description: `Searches and keeps what was asked and found, for a case, a lead or neither. ${searchRule} All of it is kept. ${redactionRule}`,
    emits: ["conflict_check.created"],
    created: { location: "/conflict-checks/{conflictCheck.id}" },
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(NewConflictCheck)
    .output(Whole)
    .mutation(({ ctx, input }) => createConflictCheck(ctx, input)),

  getConflictCheck: operation({
    ...reading,
    method: "GET",
    path: "/conflict-checks/{checkId}",
    summary: "Get a conflict check",
    description: `The check with its results as they were found. ${redactionRule} The ETag is for \`If-Match\`: what is shown follows from the key's scopes, so the answer is never 304.`,
    errors: ["NOT_FOUND"],
    etag: "conflictCheck.revision",
    movesByItself: true,
  })
    .input(z.strictObject({ checkId: Id }))
    .output(Whole)
    .query(({ ctx, input }) => getConflictCheck(ctx, input.checkId)),

  decideConflictResult: operation({
    ...changing,
    method: "PATCH",
    path: "/conflict-checks/{checkId}/results/{resultId}",
    summary: "Decide a conflict check result",
    description: "With a note that says why. 409 when the check is closed.",
    emits: ["conflict_check.updated"],
    errors: changeErrors,
  })
    .input(ResultDecision.extend({ checkId: Id, resultId: Id }))
    .output(z.object({ conflictCheck: ConflictCheck, result: ConflictResult }))
    .mutation(({ ctx, input: { checkId, resultId, ...decided } }) => decideConflictResult(ctx, checkId, resultId, decided)),

  closeConflictCheck: operation({
    ...changing,
    method: "POST",
    path: "/conflict-checks/{checkId}/close",
    summary: "Close a conflict check",
    description:
      "Final. `waived` needs the signed waiver, a document. 409 while a result is undecided, when one is a conflict and the decision is `clear`, " +
      "and when the check is closed already.",
    emits: ["conflict_check.closed"],
    errors: changeErrors,
  })
    .input(Closing.extend({ checkId: Id }))
    .output(z.object({ conflictCheck: ConflictCheck }))
    .mutation(async ({ ctx, input: { checkId, ...closing } }) => ({ conflictCheck: await closeConflictCheck(ctx, checkId, closing) })),

  match: operation({
    ...reading,
    method: "POST",
    path: "/contacts/match",
    summary: "Match contacts",
    description:
      "A search before a creation: the contacts that fit at least one of what is sent (without anything, none), at most 20, best first. It changes nothing. What is " +
      "asked stands in the body, since names and phone numbers must not stand in addresses.",
  })
    .input(ContactProbe)
    .output(z.object({ matches: z.array(ContactMatch) }))
    .query(async ({ ctx, input }) => ({ matches: await matchContacts(ctx, input) })),
};
