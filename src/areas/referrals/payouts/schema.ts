import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { CalendarDate, Cents, Id, text, versionFields } from "../../../contract/values/values.ts";
import { payoutEnumerations } from "./enumerations.ts";

const Method = oneOf(payoutEnumerations.referralPayoutMethod);
const State = oneOf(payoutEnumerations.referralPayoutState);
export type PayoutState = z.infer<typeof State>;

export const ReferralPayout = z
  .object({
    id: Id,
    organizationId: Id,
    referralId: Id,
    amountCents: Cents,
    paidOn: CalendarDate,
    method: Method,
    reference: z.string().nullable(),
    state: State,
    stateReason: z.string().nullable(),
    availableTransitions: z
      .array(State)
      .meta({ description: "The states to which a request of the firm may move it." }),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "ReferralPayout" });
export type ReferralPayout = z.infer<typeof ReferralPayout>;

export const NewPayout = z.strictObject({
  amountCents: z.int().min(1).max(10_000_000_000_000).meta({ description: "US cents.", example: 800_000 }),
  paidOn: CalendarDate.meta({ description: "Not in the future." }),
  method: Method,
  reference: text(1, 200).nullable().default(null).meta({ description: "Such as the number of the check." }),
});
export type NewPayout = z.infer<typeof NewPayout>;

export const PayoutTransition = z.strictObject({
  state: z.enum(["confirmed", "disputed", "voided"]),
  reason: text(1, 1_000).optional().meta({ description: "Required for `disputed` and `voided`." }),
});
export type PayoutTransition = z.infer<typeof PayoutTransition>;
