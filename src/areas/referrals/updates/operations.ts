import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { ReferralTrailQuery } from "../history/schema.ts";
import { getReferralRow } from "../referrals/domain.ts";
import { listUpdates, postUpdate } from "./domain.ts";
import { NewReferralUpdate, ReferralUpdate } from "./schema.ts";

export const updateProcedures = {
  "referrals.updates.list": operation({
    area: "Referrals",
    scope: "referrals:read",
    route: "GET /referrals/{referralId}/updates",
    summary: "List updates of a referral",
    description: "Returns what the firms said of the matter, newest first by default.",
  })
    .input(ReferralTrailQuery.extend({ referralId: Id }))
    .output(z.object({ updates: z.array(ReferralUpdate), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { referralId, ...query } }) => {
      await getReferralRow(ctx, referralId);
      return listUpdates(ctx, referralId, query);
    }),

  "referrals.updates.create": operation({
    area: "Referrals",
    scope: "referrals:write",
    readBy: "referrals:read",
    route: "POST /referrals/{referralId}/updates",
    summary: "Post an update of a referral",
    description:
      "Adds an update, which is never changed. One of the handling firm moves `nextUpdateDueOn` of the referral to `nextUpdateOn`, or by `terms.updatesEveryDays`. Updates go on while the case is archived.",
    emits: ["referral.update_posted"],
    errors: ["INVALID_STATE_TRANSITION"],
    created: { location: "/referrals/{update.referralId}/updates" },
  })
    .input(NewReferralUpdate.safeExtend({ referralId: Id }))
    .output(z.object({ update: ReferralUpdate }))
    .mutation(async ({ ctx, input: { referralId, ...given } }) => ({
      update: await postUpdate(ctx, referralId, given),
    })),
};
