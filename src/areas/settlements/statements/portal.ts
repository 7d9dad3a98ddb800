import * as z from "zod";
import { AppError, invalidState } from "../../../contract/errors/error-codes.ts";
import { messages } from "../../../contract/messages.ts";
import { Id } from "../../../contract/values/values.ts";
import type { Context } from "../../../rpc/context.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { offerDownload } from "../../documents/versions/domain.ts";
import { getStatement } from "./domain.ts";

/** @throws FORBIDDEN without the permission to view documents */
function assertSeesDocuments({ principal }: Context): void {
  if (principal.kind !== "member" || !principal.permissions.has("documents:view"))
    throw new AppError("FORBIDDEN", messages.permissionMissing);
}

export const statementsPortal = {
  // A mutation, because each download is recorded.
  "settlementStatements.offerFile": portalOperation({
    summary: "Sign a URL of a settlement statement's PDF",
    permission: "settlements:view",
    tier: "write",
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION", "FORBIDDEN"],
  })
    .input(z.strictObject({ statementId: Id }))
    .output(z.object({ url: z.string() }))
    .mutation(async ({ ctx, input }) => {
      assertSeesDocuments(ctx);
      const { documentId } = await getStatement(ctx, input.statementId);
      if (documentId === null)
        throw invalidState("The PDF is not there yet: it is prepared after the statement is issued");
      const { url } = await offerDownload(ctx, documentId, undefined);
      return { url };
    }),
};
