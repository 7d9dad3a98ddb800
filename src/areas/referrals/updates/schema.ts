import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { CalendarDate, Id, Instant, text } from "../../../contract/values/values.ts";
import { ReferralPhase, ReferralSide } from "../referrals/schema.ts";

export const ReferralUpdate = z
  .object({
    id: Id,
    organizationId: Id,
    referralId: Id,
    by: ReferralSide,
    phase: ReferralPhase.nullable(),
    text: z.string().nullable(),
    nextUpdateOn: CalendarDate.nullable(),
    createdBy: Actor,
    createdAt: Instant,
  })
  .meta({ id: "ReferralUpdate" });
export type ReferralUpdate = z.infer<typeof ReferralUpdate>;

export const NewReferralUpdate = z
  .strictObject({
    by: ReferralSide.optional().meta({ description: "The firm that says it; by default the own one." }),
    phase: ReferralPhase.nullable().default(null),
    text: text(1, 4_000).nullable().default(null),
    nextUpdateOn: CalendarDate.nullable().default(null).meta({
      description: "When the handling firm reports again; by default after `terms.updatesEveryDays`.",
    }),
  })
  .refine(({ phase, text: words }) => phase !== null || words !== null, {
    path: ["text"],
    message: "this, phase or both are required",
  });
export type NewReferralUpdate = z.infer<typeof NewReferralUpdate>;
