import * as z from "zod";
import { acceptDeletedRecord, DeletedRecord } from "../../contract/deleted-records.ts";
import { orText } from "../../contract/values/json-text.ts";
import { Id, changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { expandClient } from "../clients/domain.ts";
import { NewClient, oneZipCode } from "../clients/domain.creation.ts";
import { caseArchive } from "./archive.ts";
import { caseSearch } from "./domain.search.ts";
import { deleteCase, updateCase } from "./domain.changes.ts";
import { createCaseWithClient } from "./domain.creation.ts";
import { listCases } from "./list/domain.ts";
import { getCaseNumbers } from "./summary/domain.ts";
import { showCase } from "./domain.ts";
import { attorneyProcedures } from "./attorneys/operations.ts";
import { courtActionProcedures } from "./court-actions/operations.ts";
import { damageProcedures } from "./damages/operations.ts";
import { customFieldProcedures } from "./custom-fields/operations.ts";
import { incidentProcedures } from "./incident/operations.ts";
import { partyProcedures } from "./parties/operations.ts";
import { policyProcedures } from "./policies/operations.ts";
import { tagProcedures } from "./tags/operations.ts";
import { transitionProcedures } from "./transitions/operations.ts";
import { CaseChanges, newCaseSchema } from "./schema.input.ts";
import { CaseQuery } from "./list/schema.ts";
import { CaseNumbers } from "./summary/schema.ts";
import { CaseDetail, CaseSummary } from "./schema.ts";
import { caseExamples } from "./examples.ts";
import { transitionExamples } from "./transitions/examples.ts";
import { attorneyExamples } from "./attorneys/examples.ts";
import { courtActionExamples } from "./court-actions/examples.ts";
import { incidentExamples } from "./incident/examples.ts";
import { partyExamples } from "./parties/examples.ts";
import { tagExamples } from "./tags/examples.ts";
import { policyExamples } from "./policies/examples.ts";
import { damageExamples } from "./damages/examples.ts";
import { customFieldExamples } from "./custom-fields/examples.ts";
import { caseEvents } from "./events.ts";
import { stageGateEvents } from "./gates/events.ts";
import { partyEvents } from "./parties/events.ts";
import { policyEvents } from "./policies/events.ts";
import { courtActionEvents } from "./court-actions/events.ts";
import { incidentEvents } from "./incident/events.ts";
import { tagEvents } from "./tags/events.ts";
import { damageEvents } from "./damages/events.ts";
import { customFieldEvents } from "./custom-fields/events.ts";
import { caseStates } from "./transitions/domain.ts";
import { caseEnumerations } from "./enumerations.ts";
import { stageGateEnumerations } from "./gates/enumerations.ts";
import { partyEnumerations } from "./parties/enumerations.ts";
import { policyEnumerations } from "./policies/enumerations.ts";
import { courtActionEnumerations } from "./court-actions/enumerations.ts";
import { incidentEnumerations } from "./incident/enumerations.ts";
import { damageEnumerations } from "./damages/enumerations.ts";
import { customFieldEnumerations } from "./custom-fields/enumerations.ts";

const reading = { area: "Cases", scope: "cases:read" } as const;
const changing = { area: "Cases", scope: "cases:write", readBy: "cases:read", tier: "write" } as const;
const Chosen = z.strictObject({ caseId: Id });
const Shown = z.object({ case: CaseDetail });

const caseProcedures = {
  "cases.list": operation(
    {
      ...reading,
      route: "GET /cases",
      summary: "List cases",
      description:
        "Returns the organization's cases that are not deleted and match all filters. `view=summary` returns identifying fields, `view=full` the same as `GET /cases/{caseId}`. " +
        "`documents:read` is accepted instead of `cases:read`, with both views. The filter `withoutOpenTasks` requires `tasks:read`.",
      showsMoreWith: "tasks:read",
      orScopes: ["documents:read"],
    },
    [expandClient("plaintiff.id")],
  )
    .input(CaseQuery)
    .output(
      z.object({
        cases: z.array(orText(z.union([DeletedRecord, CaseDetail, CaseSummary]))),
        nextCursor: z.string().nullable(),
      }),
    )
    .query(({ ctx, input }) => listCases(ctx, input)),

  "cases.create": operation({
    ...changing,
    route: "POST /cases",
    summary: "Create a case",
    description:
      "Creates a case for the client `plaintiffId`, or for a new client, `plaintiff`, that is created with it. A case can start in any stage and status, " +
      "so that you can import existing cases; a closed case requires `closedOn` and `statusReason`. `statuteOfLimitationsOn` becomes a deadline. `externalId` is unique in the organization. " +
      "Only this scope is required to reference an existing client by ID.",
    legacyCredentials: true,
    emits: ["case.created"],
    mayEmit: ["client.created", "consent.updated", "deadline.created"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "case.updatedAt",
    created: { location: "/cases/{case.id}" },
  })
    .input(newCaseSchema(NewClient.refine(oneZipCode.check, oneZipCode.fault)))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ case: await createCaseWithClient(ctx, input) })),

  "cases.get": operation(
    {
      ...reading,
      route: "GET /cases/{caseId}",
      summary: "Get case detail",
      description:
        "Returns the case with its plaintiff, attorneys and tags. The ETag derives from `updatedAt`, which also changes when one of these changes.",
      etag: "case.updatedAt",
    },
    [expandClient("plaintiff.id")],
  )
    .input(Chosen.extend(acceptDeletedRecord))
    .output(z.object({ case: orText(CaseDetail) }))
    .query(async ({ ctx, input }) => ({ case: await showCase(ctx, input.caseId, input.includeDeleted) })),

  "cases.update": operation({
    ...changing,
    route: "PATCH /cases/{caseId}",
    summary: "Update a case",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. `customFields` changes the keys that you send. Change stage and status with " +
      "POST /cases/{caseId}/transitions. `statuteOfLimitationsOn` follows from the case's deadlines: another value than the current one fails with 409. Deadlines that are counted from `dateOfIncident` follow it: an earlier date applies at once, a later one waits for a second person. The idempotency header is ignored: use `If-Match` or `externalId` to make retries safe.",
    idempotency: "ignored",
    legacyCredentials: true,
    emits: ["case.updated"],
    mayEmit: ["task.updated", "deadline.recalculated", "deadline.recalculation_proposed", "case_party.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "case.updatedAt",
  })
    .input(CaseChanges.extend({ caseId: Id }).refine(...changesSomething("caseId", "reason")))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...changes } }) => ({ case: await updateCase(ctx, caseId, changes) })),

  "cases.delete": operation({
    ...changing,
    route: "DELETE /cases/{caseId}",
    summary: "Delete a case",
    description:
      "Soft-deletes a case. Fails with 409 and a list of reasons while the case has an unpaid invoice, a document, a bound medical facility, an " +
      "open retrieval request, a signature request that is out, an open task, an open deadline, an event of the calendar that is still ahead, or a cost that is not paid or not reimbursed. What is left of its records, such as completed tasks, notes and paid invoices, is gone with the case: lists omit them, and GET and changes fail with 404. They have no events of their own; " +
      "`relatedIds` of `case.deleted` names up to 1,000 of them. `GET /cases/{caseId}?includeDeleted=true` returns the case with `deletedAt`.",
    emits: ["case.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteCase(ctx, input.caseId))),

  "cases.summary.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/summary",
    summary: "Get case summary",
    description:
      "Returns the number of records of each kind and the case's amounts. A value whose scope the key lacks is null.",
  })
    .input(Chosen)
    .output(z.object({ summary: CaseNumbers }))
    .query(async ({ ctx, input }) => ({ summary: await getCaseNumbers(ctx, input.caseId) })),
};

export const cases = defineArea(
  {
    ...caseProcedures,
    ...transitionProcedures,
    ...attorneyProcedures,
    ...partyProcedures,
    ...tagProcedures,
    ...policyProcedures,
    ...incidentProcedures,
    ...courtActionProcedures,
    ...damageProcedures,
    ...customFieldProcedures,
  },
  {
    examples: {
      ...caseExamples,
      ...transitionExamples,
      ...attorneyExamples,
      ...partyExamples,
      ...tagExamples,
      ...policyExamples,
      ...incidentExamples,
      ...courtActionExamples,
      ...damageExamples,
      ...customFieldExamples,
    },
    events: [
      caseEvents,
      stageGateEvents,
      partyEvents,
      policyEvents,
      incidentEvents,
      courtActionEvents,
      tagEvents,
      damageEvents,
      customFieldEvents,
    ],
    enumerations: {
      ...caseEnumerations,
      ...stageGateEnumerations,
      ...partyEnumerations,
      ...policyEnumerations,
      ...incidentEnumerations,
      ...courtActionEnumerations,
      ...damageEnumerations,
      ...customFieldEnumerations,
    },
    stateMachines: { matterStatus: caseStates },
    archive: caseArchive,
    search: [caseSearch],
  },
);
