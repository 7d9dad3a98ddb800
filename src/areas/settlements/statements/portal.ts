import * as z from "zod";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { messages } from "../../../contract/messages.ts";
import { Id } from "../../../contract/values/values.ts";
import type { Context } from "../../../rpc/context.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { offerDownload } from "../../documents/versions/domain.ts";
import { settlements } from "../settlements/domain.ts";
import { getStatement } from "./domain.ts";
import { Statement } from "./schema.ts";
import { listVersions } from "./store.versions.ts";

/** @throws FORBIDDEN without the permission to view documents */
function assertSeesDocuments({ principal }: Context): void {
  if (principal.kind !== "member" || !principal.permissions.has("documents:view"))
    throw new AppError("FORBIDDEN", messages.permissionMissing);
}

const Version = Statement.pick({ id: true, shareId: true, version: true, status: true, isStale: true });

export const statementsPortal = {
  "settlementStatements.listOfSettlement": portalOperation({
    summary: "List the statements of a settlement",
    permission: "settlements:view",
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ settlementId: Id }))
    .output(z.object({ statements: z.array(Version) }))
    .query(async ({ ctx, input: { settlementId } }) => {
      await settlements.get(ctx, { id: settlementId });
      return { statements: await listVersions(ctx, settlementId) };
    }),

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
        throw new AppError(
          "INVALID_STATE_TRANSITION",
          "The PDF is not there yet: it is prepared after the statement is issued",
        );
      const { url } = await offerDownload(ctx, documentId, undefined);
      return { url };
    }),
};
