import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { HistorySort, listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, Instant } from "../../../contract/values/values.ts";
import { ReferralFeeStatus, ReferralStatus } from "../referrals/schema.ts";

export const ReferralHistoryEntry = z
  .object({
    id: Id,
    action: z.string().meta({ description: "What happened, as the event says it.", example: "accepted" }),
    status: ReferralStatus.meta({ description: "After it, as are the members below." }),
    feeStatus: ReferralFeeStatus,
    termsRevision: z.int32().nullable(),
    reason: z.string().nullable(),
    note: z.string().nullable(),
    actor: Actor,
    createdAt: Instant,
  })
  .meta({ id: "ReferralHistoryEntry" });
export type ReferralHistoryEntry = z.infer<typeof ReferralHistoryEntry>;

export const ReferralTrailQuery = z.strictObject({
  ...pageInput(listPageLimit),
  sort: HistorySort.default("newest"),
});
export type ReferralTrailQuery = z.infer<typeof ReferralTrailQuery>;
