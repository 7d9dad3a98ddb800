import * as z from "zod";
import { docketScopes } from "../../contract/closed-sets/docket-scope.ts";
import { CalendarDate } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { getDocket, getDocketMonth } from "./domain.portal.ts";
import { DocketEntry } from "./schema.ts";

const page = {
  entries: z.array(DocketEntry),
  today: CalendarDate,
  closedDays: z.array(z.object({ on: CalendarDate, name: z.string().nullable() })),
  timeZone: z.string(),
  isCut: z.boolean(),
};

export const docketPortal = {
  "docket.read": portalOperation({
    summary: "Read your docket, or that of your office or the firm",
    permission: "deadlines:view",
    tier: "read",
  })
    .input(z.strictObject({ scope: z.enum(docketScopes), days: z.int().min(1).max(60) }))
    .output(z.object({ ...page, overdue: z.array(DocketEntry), through: CalendarDate }))
    .query(({ ctx, input }) => getDocket(ctx, input)),
  "docket.month": portalOperation({
    summary: "Read a month of your docket, or of that of your office or the firm",
    permission: "deadlines:view",
    tier: "read",
  })
    .input(
      z.strictObject({
        scope: z.enum(docketScopes),
        month: z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-11"),
      }),
    )
    .output(z.object(page))
    .query(({ ctx, input }) => getDocketMonth(ctx, input)),
};
