import * as z from "zod";
import { Id, Revision } from "../../../contract/values/values.ts";
import { Nothing, nothing, portalOperation } from "../../../rpc/operation.ts";
import { transitionMessage } from "./domain.transitions.ts";

/** Members send without being attorneys: keys do so on behalf of one. */
export const messagesPortal = {
  "messages.cancel": portalOperation({
    permission: "communications:send",
    tier: "write",
    summary: "Cancel a message that was not sent yet",
    emits: ["message.cancelled"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ messageId: Id, expectedRevision: Revision }))
    .output(Nothing)
    .mutation(
      nothing(({ ctx, input: { messageId, expectedRevision } }) =>
        transitionMessage({ ...ctx, expectedRevisions: [expectedRevision] }, messageId, { status: "cancelled" }),
      ),
    ),
};
