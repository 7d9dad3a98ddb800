import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { NewClient, oneZipCode } from "../clients/domain.creation.ts";
import { deleteCase, updateCase } from "./domain.changes.ts";
import { createCaseWithClient } from "./domain.creation.ts";
import { listCases } from "./list/domain.ts";
import { getCaseNumbers } from "./summary/domain.ts";
import { getCase, showCase } from "./domain.ts";
import { attorneyProcedures } from "./attorneys/operations.ts";
import { customFieldProcedures } from "./custom-fields/operations.ts";
import { partyProcedures } from "./parties/operations.ts";
import { policyProcedures } from "./policies/operations.ts";
import { tagProcedures } from "./tags/operations.ts";
import { transitionProcedures } from "./transitions/operations.ts";
import { CaseChanges, acceptNewCase } from "./schema.input.ts";
import { CaseQuery } from "./list/schema.ts";
import { CaseNumbers } from "./summary/schema.ts";
import { CaseDetail, CaseSummary } from "./schema.ts";

const reading = { area: "Cases", scope: "cases:read", tier: "read", idempotency: "none" } as const;
const changing = { area: "Cases", scope: "cases:write", tier: "write" } as const;
const answered = "Without `cases:read` or `clients:read`, the answer shows of a client that was there already its id and names alone; what else there is of it is null.";
const Chosen = z.strictObject({ caseId: Id });
const Shown = z.object({ case: CaseDetail });

const caseProcedures = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/cases",
    summary: "List cases",
    description:
      "The firm's cases that are not deleted; all filters must fit. `view=summary` shows what tells cases apart, `view=full` each as its GET does. " +
      "`documents:read` alone shows the summary, and refuses the full view with 403.",
    orScopes: ["documents:read"],
  })
    .input(CaseQuery)
    .output(z.object({ cases: z.array(z.union([CaseDetail, CaseSummary])), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listCases(ctx, input)),

  create: operation({
    ...changing,
    method: "POST",
    path: "/cases",
    summary: "Create a case",
    description:
      "A case of the client whose id is `plaintiffId`, or of a new client, `plaintiff`, who is created with it. A case may begin in any stage and status, " +
      "so that files can be moved in; one that begins closed needs `closedOn` and `statusReason`. `externalId` is unique in the organization. " +
      `To name a client that is there, its id and this scope suffice. ${answered}`,
    idempotency: "required",
    legacyCredentials: true,
    emits: ["case.created"],
    mayEmit: ["client.created"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "case.updatedAt",
    created: { location: "/cases/{case.id}" },
  })
    .input(acceptNewCase(NewClient.refine(oneZipCode.check, oneZipCode.fault)))
    .output(Shown)
    .mutation(async ({ ctx, input }) => {
      const made = await createCaseWithClient(ctx, input);
      // What the caller has written itself is no secret to it.
      return { case: input.plaintiff === undefined ? showCase(ctx, made) : made };
    }),

  get: operation({
    ...reading,
    method: "GET",
    path: "/cases/{caseId}",
    summary: "Get case detail",
    description: "The case with its plaintiff, attorneys and tags. The ETag derives from `updatedAt`, which also moves when one of these changes.",
    errors: ["NOT_FOUND"],
    etag: "case.updatedAt",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ case: await getCase(ctx, input.caseId) })),

  update: operation({
    ...changing,
    method: "PATCH",
    path: "/cases/{caseId}",
    summary: "Update a case",
    description:
      "Changes the fields that are sent, at least one; `null` clears. `customFields` changes the keys that it names. Stage and status move by " +
      "POST /cases/{caseId}/transitions. The idempotency header is ignored: `If-Match`, or `externalId`, guards a retry. " +
      answered,
    idempotency: "ignored",
    legacyCredentials: true,
    emits: ["case.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "case.updatedAt",
  })
    .input(CaseChanges.extend({ caseId: Id }).refine((input) => Object.keys(input).length > 1, { path: ["body"], message: "must change at least one field" }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...changes } }) => ({ case: showCase(ctx, await updateCase(ctx, caseId, changes)) })),

  delete: operation({
    ...changing,
    method: "DELETE",
    path: "/cases/{caseId}",
    summary: "Delete a case",
    description:
      "Of an empty or finished file: 409 while the case has an invoice that is not paid, a document, a bound medical facility, or a retrieval request that is " +
      "not at its end, and names them. A soft deletion: GET /cases/{caseId} shows the case with `deletedAt`; lists of cases, what is asked by the case, and " +
      "writes to what belongs to it know it no more.",
    idempotency: "required",
    emits: ["case.deleted"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await deleteCase(ctx, input.caseId);
      return {};
    }),

  getSummary: operation({
    ...reading,
    method: "GET",
    path: "/cases/{caseId}/summary",
    summary: "Get case summary",
    description: "How many records of each kind the case has, and its money. What lies under a scope that the key lacks is null.",
    errors: ["NOT_FOUND"],
  })
    .input(Chosen)
    .output(z.object({ summary: CaseNumbers }))
    .query(async ({ ctx, input }) => ({ summary: await getCaseNumbers(ctx, input.caseId) })),
};

export const cases = router({ ...caseProcedures, ...transitionProcedures, ...attorneyProcedures, ...partyProcedures, ...tagProcedures, ...policyProcedures, ...customFieldProcedures });
