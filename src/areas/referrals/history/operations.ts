import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { getReferralRow } from "../referrals/domain.ts";
import { listHistory } from "./domain.ts";
import { ReferralHistoryEntry, ReferralTrailQuery } from "./schema.ts";

export const historyProcedures = {
  "referrals.history.list": operation({
    area: "Referrals",
    scope: "referrals:read",
    route: "GET /referrals/{referralId}/history",
    summary: "List the history of a referral",
    description: "Returns what happened to the referral with its actor, newest first by default.",
  })
    .input(ReferralTrailQuery.extend({ referralId: Id }))
    .output(z.object({ history: z.array(ReferralHistoryEntry), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { referralId, ...query } }) => {
      await getReferralRow(ctx, referralId);
      return listHistory(ctx, referralId, query);
    }),
};
