import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { reimbursementEvents } from "../statements/domain.reimbursement.ts";
import { updateSettlement } from "./domain.changes.ts";
import { createSettlement } from "./domain.creation.ts";
import { previewSettlement } from "./domain.preview.ts";
import { transitionSettlement } from "./domain.transitions.ts";
import { listSettlements, settlements } from "./domain.ts";
import { CalculatedShare, SettlementPreview } from "./schema.preview.ts";
import { NewSettlement, Settlement, SettlementChanges, SettlementFilter, SettlementTransition } from "./schema.ts";

const area = "Settlement Funds";
const reading = { area, scope: "settlements:read" } as const satisfies Partial<OperationMeta>;
const writing = {
  area,
  scope: "settlements:write",
  readBy: "settlements:read",
  etag: "settlement.revision",
} as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ settlementId: Id });
const Shown = z.object({ settlement: Settlement });

export const settlementProcedures = {
  "settlements.list": operation({
    ...reading,
    route: "GET /settlements",
    summary: "List settlements",
    description: "Returns the settlements of the organization's cases, newest first by default.",
  })
    .input(SettlementFilter)
    .output(z.object({ settlements: z.array(Settlement), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listSettlements(ctx, input)),

  "cases.settlements.create": operation({
    ...writing,
    route: "POST /cases/{caseId}/settlements",
    summary: "Create a settlement of a case",
    description:
      "Records a settlement as a draft: who pays it, and whose share is what. Policies, parties and documents must be of the case. Fails with 409 while the case is archived, and at 200 settlements.",
    emits: ["settlement.created"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/settlements/{settlement.id}" },
  })
    .input(NewSettlement.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...given } }) => ({
      settlement: await createSettlement(ctx, caseId, given),
    })),

  "settlements.get": operation({
    ...reading,
    route: "GET /settlements/{settlementId}",
    summary: "Get a settlement",
    description:
      "Returns the settlement with its payers, shares, sums and warnings. Use the ETag only for `If-Match`: names and warnings can change without a new revision of the settlement, so the response is never 304.",
    etag: "settlement.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ settlement: await settlements.get(ctx, { id: input.settlementId }) })),

  "settlements.update": operation({
    ...writing,
    route: "PATCH /settlements/{settlementId}",
    summary: "Update a settlement",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. All of a draft changes; `payers` and `shares` replace all of them. " +
      "Once it is agreed only `title`, `paymentDueOn`, `externalId`, `payerChanges` and `shareChanges` change. Fails with 409 while the case is archived.",
    emits: ["settlement.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  })
    .input(SettlementChanges.extend(Chosen.shape).refine(...changesSomething("settlementId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { settlementId, ...changes } }) => ({
      settlement: await updateSettlement(ctx, settlementId, changes),
    })),

  "settlements.calculate": operation({
    ...reading,
    route: "POST /settlements/{settlementId}/calculate",
    summary: "Preview the distribution of a settlement",
    description:
      "Calculates what shares would be paid to, line by line, from what the case has now, and with the numbers that you send in place of those that are stored. Writes nothing. " +
      "Deductions that exceed a share are no error: `shortCents` has by how much, and `suggestion` what each lien would be paid if all of them shared what is there. Fails with 409 where referral fees exceed the fee.",
    tier: "read",
    idempotency: "none",
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(SettlementPreview.extend(Chosen.shape))
    .output(z.object({ shares: z.array(CalculatedShare) }))
    .query(async ({ ctx, input: { settlementId, ...preview } }) => ({
      shares: await previewSettlement(ctx, settlementId, preview),
    })),

  "settlements.transition": operation({
    ...writing,
    route: "POST /settlements/{settlementId}/transitions",
    echoes: ["settlement.status", "settlement.availableTransitions"],
    summary: "Transition a settlement",
    description:
      "Transitions: draft → agreed, voided; agreed → fell_through, voided, while nothing is deposited; disbursed → closed, while no lien of its claimants is open. Deposits and disbursements move it between agreed and disbursed. " +
      "`agreed` fails with 409, naming all that is missing: payers and shares must add up to the same, the case needs a fee agreement, and of a `settlement` each claimant's consent in writing, from two shares on the consent of all to the whole (Model Rule 1.8(g)). " +
      "It puts consents and orders on legal hold, and writes amount, day and fee into the case. A settlement that falls through or is voided takes its statements with it. Transitions go on while the case is archived.",
    mayEmit: [
      "settlement.agreed",
      "settlement.status_changed",
      "settlement_statement.voided",
      ...reimbursementEvents,
      "case.updated",
      "document.updated",
    ],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    bulk: false,
  })
    .input(SettlementTransition.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { settlementId, ...transition } }) => ({
      settlement: await transitionSettlement(ctx, settlementId, transition),
    })),
};
