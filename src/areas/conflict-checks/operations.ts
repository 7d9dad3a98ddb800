import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { conflictCheckArchive } from "./archive.ts";
import { searchConflicts } from "./domain.search.ts";
import { matchContacts } from "./domain.match.ts";
import {
  closeConflictCheck,
  createConflictCheck,
  decideConflictResult,
  getConflictCheck,
  listConflictChecks,
} from "./domain.ts";
import {
  CloseInput,
  CommonWords,
  ConflictCheck,
  ConflictCheckFilter,
  ConflictMatch,
  ConflictResult,
  GivenTerms,
  NewConflictCheck,
  ResultDecision,
} from "./schema.ts";
import { ContactMatch, ContactMatchQuery } from "./schema.match.ts";
import { conflictEnumerations } from "./enumerations.ts";
import { conflictEvents } from "./events.ts";
import { conflictExamples } from "./examples.ts";

const reading = { area: "Contacts", scope: "contacts:read" } as const;
const changing = {
  area: "Contacts",
  scope: "contacts:write",
  readBy: "contacts:read",
  etag: "conflictCheck.revision",
} as const;
const changeErrors = ["STALE_REVISION", "INVALID_STATE_TRANSITION"] as const;
const CheckWithResults = z.object({ conflictCheck: ConflictCheck, results: z.array(ConflictResult) });

const coverage =
  "The search covers clients, contacts, parties of cases (all sides), leads, members and referrals from other firms in every " +
  "status, including closed cases, declined leads and deactivated members, but not deleted records. " +
  "Members match by name and e-mail address only. " +
  "Names of leads include the injured and the at-fault party.";
const similarity =
  "Names match if they are similar, as `matchReasons` says: initials, suffixes, nicknames, spellings that sound " +
  "alike, typing errors, joined words, company forms.";
const limits =
  "The operation accepts at most 20 terms and returns at most 200 results, best first. " +
  "For each term, it examines at least 200 records of each kind. " +
  "`isCut` is true if there were more.";
const searchRule = `${coverage} ${similarity} ${limits}`;
const redactionRule =
  "A result whose record the key cannot read (`clients:read`, `contacts:read`, `cases:read` for parties, " +
  "`leads:read`, `org:read` for members) is returned without its values.";

export const conflictChecks = defineArea(
  {
    "conflictChecks.search": operation({
      ...reading,
      route: "POST /conflict-checks/search",
      tier: "read",
      idempotency: "none",
      summary: "Search for conflicts of interest",
      description: `Searches without storing anything. ${searchRule} ${redactionRule}`,
    })
      .input(z.strictObject({ terms: GivenTerms }))
      .output(z.object({ matches: z.array(ConflictMatch), isCut: z.boolean(), commonWords: CommonWords }))
      .query(({ ctx, input }) => searchConflicts(ctx, input.terms)),

    "conflictChecks.list": operation({
      ...reading,
      route: "GET /conflict-checks",
      summary: "List conflict checks",
      description: "Returns the organization's conflict checks, without their results.",
    })
      .input(ConflictCheckFilter)
      .output(z.object({ conflictChecks: z.array(ConflictCheck), nextCursor: z.string().nullable() }))
      .query(({ ctx, input }) => listConflictChecks(ctx, input)),

    "conflictChecks.create": operation({
      ...changing,
      route: "POST /conflict-checks",
      summary: "Create a conflict check",
      description: `Searches and stores terms and results, for a case, a lead or neither. ${searchRule} All results are stored. ${redactionRule}`,
      emits: ["conflict_check.created"],
      created: { location: "/conflict-checks/{conflictCheck.id}" },
      errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    })
      .input(NewConflictCheck)
      .output(CheckWithResults)
      .mutation(({ ctx, input }) => createConflictCheck(ctx, input)),

    "conflictChecks.get": operation({
      ...reading,
      route: "GET /conflict-checks/{checkId}",
      summary: "Get a conflict check",
      description: `Returns the check with its results as they were found. ${redactionRule} Use the ETag only for \`If-Match\`: the contents depend on the key's scopes, so the response is never 304.`,
      // The ETag is only for If-Match. Never 304: which results are redacted depends on the key's scopes.
      etag: "conflictCheck.revision",
      isVolatile: true,
    })
      .input(z.strictObject({ checkId: Id }))
      .output(CheckWithResults)
      .query(({ ctx, input }) => getConflictCheck(ctx, input.checkId)),

    "conflictChecks.results.update": operation({
      ...changing,
      route: "PATCH /conflict-checks/{checkId}/results/{resultId}",
      summary: "Decide a conflict check result",
      description: "Records the decision on a result, with a note. Fails with 409 if the check is closed.",
      emits: ["conflict_check.updated"],
      errors: changeErrors,
    })
      .input(ResultDecision.extend({ checkId: Id, resultId: Id }))
      .output(z.object({ conflictCheck: ConflictCheck, result: ConflictResult }))
      .mutation(({ ctx, input: { checkId, resultId, ...decided } }) =>
        decideConflictResult(ctx, checkId, resultId, decided),
      ),

    "conflictChecks.close": operation({
      ...changing,
      route: "POST /conflict-checks/{checkId}/close",
      echoes: ["conflictCheck.status"],
      summary: "Close a conflict check",
      description:
        "Cannot be undone. `waived` requires the signed waiver, a document. Fails with 409 while a result is undecided, if a result is a conflict and the decision is `clear`, " +
        "and if the check is already closed.",
      emits: ["conflict_check.closed"],
      errors: changeErrors,
    })
      .input(CloseInput.extend({ checkId: Id }))
      .output(z.object({ conflictCheck: ConflictCheck }))
      .mutation(async ({ ctx, input: { checkId, ...decision } }) => ({
        conflictCheck: await closeConflictCheck(ctx, checkId, decision),
      })),

    "contacts.match": operation({
      ...reading,
      route: "POST /contacts/match",
      tier: "read",
      idempotency: "none",
      summary: "Match contacts",
      description:
        "Searches for existing contacts before you create one: returns contacts that match at least one of the given values, at most 20, best first. The values are " +
        "sent in the body to keep names and phone numbers out of URLs. Names match if they are similar, as in a conflict check.",
    })
      .input(ContactMatchQuery)
      .output(
        z.object({
          matches: z.array(ContactMatch),
          isCut: z
            .boolean()
            .meta({ description: "Whether there are more matches, or more similar names than the search examines." }),
          commonWords: CommonWords,
        }),
      )
      .query(({ ctx, input }) => matchContacts(ctx, input)),
  },
  {
    examples: conflictExamples,
    events: [conflictEvents],
    enumerations: conflictEnumerations,
    archive: conflictCheckArchive,
  },
);
