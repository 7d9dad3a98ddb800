import * as z from "zod";
import { docketScopes } from "../../contract/closed-sets/docket-scope.ts";
import { CalendarDate } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { getDocket } from "./domain.portal.ts";
import { DocketEntry } from "./schema.ts";

export const docketPortal = {
  "docket.read": portalOperation({
    summary: "Read your docket, or that of your office or the firm",
    permission: "deadlines:view",
    tier: "read",
  })
    .input(z.strictObject({ scope: z.enum(docketScopes), days: z.int().min(1).max(60) }))
    .output(
      z.object({
        overdue: z.array(DocketEntry),
        entries: z.array(DocketEntry),
        through: CalendarDate,
        timeZone: z.string(),
        isCut: z.boolean(),
      }),
    )
    .query(({ ctx, input }) => getDocket(ctx, input)),
};
