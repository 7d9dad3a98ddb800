import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { draftStatement } from "./domain.drafting.ts";
import { reimbursementEvents } from "./domain.reimbursement.ts";
import { getStatement } from "./domain.ts";
import { transitionStatement } from "./domain.transitions.ts";
import { NewStatement, Statement, StatementTransition } from "./schema.ts";

const area = "Settlement Funds";
const writing = {
  area,
  scope: "settlements:write",
  readBy: "settlements:read",
  showsMoreWith: "medical:read",
  etag: "settlementStatement.revision",
} as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ statementId: Id });
const Shown = z.object({ settlementStatement: Statement });
const withheld = "Without `medical:read` the lienholder of a line reads null.";

export const statementProcedures = {
  "settlements.statements.create": operation({
    ...writing,
    route: "POST /settlements/{settlementId}/statements",
    summary: "Draft the next statement of a share",
    description:
      "Calculates what a share of a settlement is paid to, line by line, from the fee agreement, costs, invoices and liens of the case as they are now, and stores it as the next version, a draft. Amounts are rounded half up to the cent, once each; the net is the remainder. " +
      `Fails with 409 where the deductions exceed the share, and while no one has agreed on the settlement: \`POST /settlements/{settlementId}/calculate\` previews it then. ${withheld}`,
    emits: ["settlement_statement.created"],
    mayEmit: ["settlement.updated"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/settlement-statements/{settlementStatement.id}" },
  })
    .input(NewStatement.extend({ settlementId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { settlementId, ...given } }) => ({
      settlementStatement: await draftStatement(ctx, settlementId, given),
    })),

  "settlementStatements.get": operation({
    area,
    scope: "settlements:read",
    showsMoreWith: "medical:read",
    route: "GET /settlement-statements/{statementId}",
    summary: "Get a settlement statement",
    description: `${withheld} Use the ETag only for \`If-Match\`: \`isStale\`, \`documentId\` and what is disbursed change without a new revision, so the response is never 304.`,
    etag: "settlementStatement.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ settlementStatement: await getStatement(ctx, input.statementId) })),

  "settlementStatements.transition": operation({
    ...writing,
    route: "POST /settlement-statements/{statementId}/transitions",
    echoes: ["settlementStatement.status", "settlementStatement.availableTransitions"],
    summary: "Transition a settlement statement",
    description:
      "Transitions: draft → issued, voided; issued → approved, declined, voided. " +
      "To be issued, each lien of the claimant is final, waived or withdrawn, or what is audited of it is held back; a client with Medicare, Medicaid or child support needs such a lien, in any status; the court has approved what it must; and the fee keeps a limit that an attorney of the firm has verified, unless `capOverrideDocumentId` names what allows it. The 409 names everything that fails. " +
      "Issuing reimburses the costs, pays the invoices that are paid from the settlement, and renders the PDF; declining or voiding takes that back. " +
      "`approved` needs the client's signature: a signed PDF, which is put on legal hold, or a completed signature request about the statement, which approves it automatically. The version that was approved before is superseded. A stale statement is neither issued nor approved. Transitions go on while the case is archived.",
    mayEmit: [
      "settlement_statement.issued",
      "settlement_statement.approved",
      "settlement_statement.declined",
      "settlement_statement.superseded",
      "settlement_statement.voided",
      ...reimbursementEvents,
      "document.updated",
      "referral.fee_stated",
      "settlement.updated",
      "settlement.status_changed",
    ],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    bulk: false,
  })
    .input(StatementTransition.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { statementId, ...transition } }) => ({
      settlementStatement: await transitionStatement(ctx, statementId, transition),
    })),
};
