import * as z from "zod";
import { portalOperation } from "../../../rpc/operation.ts";
import { addSuppression, endSuppression, listSuppressions } from "./domain.managing.ts";
import { EndOfSuppression, NewSuppression, Suppression, SuppressionQuery } from "./schema.ts";

const changing = { permission: "communications:manage", tier: "write", confirm: "second_factor" } as const;
const Shown = z.object({ suppression: Suppression });

export const suppressionsPortal = {
  "suppressions.list": portalOperation({
    permission: "communications:manage",
    tier: "read",
    summary: "List numbers and addresses to which nothing is sent",
  })
    .input(SuppressionQuery)
    .output(z.object({ suppressions: z.array(Suppression), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listSuppressions(ctx, input)),

  "suppressions.add": portalOperation({
    ...changing,
    summary: "Suppress a number or an address",
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(NewSuppression)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ suppression: await addSuppression(ctx, input) })),

  "suppressions.end": portalOperation({
    ...changing,
    summary: "End the suppression of a number or an address",
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(EndOfSuppression)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({
      suppression: await endSuppression(ctx, input.suppressionId, input.reason),
    })),
};
