import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { ReferralTrailQuery } from "../history/schema.ts";
import { getReferralRow } from "../referrals/domain.ts";
import { listReferralDocuments, shareDocuments } from "./domain.ts";
import { ReferralDocument, SharedDocuments } from "./schema.ts";

export const referralDocumentProcedures = {
  "referrals.documents.list": operation({
    area: "Referrals",
    scope: "referrals:read",
    route: "GET /referrals/{referralId}/documents",
    summary: "List documents of a referral",
    description: "Returns what the firms shared with each other, newest first by default.",
  })
    .input(ReferralTrailQuery.extend({ referralId: Id }))
    .output(z.object({ documents: z.array(ReferralDocument), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { referralId, ...query } }) => {
      await getReferralRow(ctx, referralId);
      return listReferralDocuments(ctx, referralId, query);
    }),

  "referrals.documents.create": operation({
    area: "Referrals",
    scope: "referrals:write",
    readBy: "referrals:read",
    bulk: false,
    route: "POST /referrals/{referralId}/documents",
    summary: "Share documents of a referral",
    description:
      "Shares documents of the referral's lead or case, and requires `documents:read`. A firm of this installation gets its own copy of each, with the same SHA-256, as a document of its lead or case with source `partner`: `state` is `pending` until then, and `referral.documents_received` is recorded. With a firm elsewhere it is recorded what people sent, or received. Fails with 409 before the referral is accepted, and for a document that is privileged, work product or shared already. A later version is not shared automatically.",
    emits: ["referral.documents_shared"],
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(SharedDocuments.extend({ referralId: Id }))
    .output(z.object({ documents: z.array(ReferralDocument) }))
    .mutation(async ({ ctx, input: { referralId, ...given } }) => ({
      documents: await shareDocuments(ctx, referralId, given),
    })),
};
