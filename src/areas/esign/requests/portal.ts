import * as z from "zod";
import { Id, Revision, trimmedText } from "../../../contract/values/values.ts";
import { withIfMatch } from "../../../rpc/context.ts";
import { Nothing, nothing, portalOperation } from "../../../rpc/operation.ts";
import { remindEsignRequest, voidEsignRequest } from "./domain.out.ts";
import { textEvents } from "../signing/domain.text-hook.ts";
import { correctRecipient, findTextObstacles } from "./domain.recipients.ts";
import { EsignRecipientChanges, TextBlock } from "./schema.ts";

const changing = { permission: "esign:manage", tier: "write" } as const;
const errors = ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"] as const;
const Chosen = z.strictObject({ esignRequestId: Id, expectedRevision: Revision });

/** Members look after requests without being attorneys: keys do so on behalf of one. */
export const esignRequestsPortal = {
  "esignRequests.remindRecipients": portalOperation({
    ...changing,
    summary: "Remind the recipients whose turn it is",
    emits: ["esign_request.reminded"],
    mayEmit: textEvents,
    errors,
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(
      nothing(({ ctx, input: { esignRequestId, expectedRevision } }) =>
        remindEsignRequest(withIfMatch(ctx, expectedRevision), esignRequestId),
      ),
    ),

  "esignRequests.correctRecipient": portalOperation({
    ...changing,
    summary: "Correct a recipient who has yet to sign",
    emits: ["esign_request.corrected"],
    mayEmit: textEvents,
    errors: [...errors, "FORBIDDEN"],
  })
    .input(
      EsignRecipientChanges.extend({
        ...Chosen.shape,
        recipientId: Id,
      }),
    )
    .output(Nothing)
    .mutation(
      nothing(({ ctx, input: { esignRequestId, recipientId, expectedRevision, ...changes } }) =>
        correctRecipient(withIfMatch(ctx, expectedRevision), { esignRequestId, recipientId }, changes),
      ),
    ),

  "esignRequests.findTextObstacles": portalOperation({
    permission: "esign:manage",
    tier: "read",
    summary: "Why a recipient cannot be sent links or codes by text",
    errors: ["NOT_FOUND"],
  })
    .input(Chosen.pick({ esignRequestId: true }).extend({ recipientId: Id }))
    .output(z.object({ link: TextBlock.nullable(), code: TextBlock.nullable() }))
    .query(({ ctx, input: { esignRequestId, recipientId } }) =>
      findTextObstacles(ctx, { esignRequestId, recipientId }),
    ),

  "esignRequests.voidRequest": portalOperation({
    ...changing,
    summary: "End a request that is out for signature",
    emits: ["esign_request.voided"],
    mayEmit: ["document.unlocked"],
    errors,
  })
    .input(Chosen.extend({ reason: trimmedText(1_000) }))
    .output(Nothing)
    .mutation(
      nothing(({ ctx, input: { esignRequestId, expectedRevision, reason } }) =>
        voidEsignRequest(withIfMatch(ctx, expectedRevision), esignRequestId, reason),
      ),
    ),
};
