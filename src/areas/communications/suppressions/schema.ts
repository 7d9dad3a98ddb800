import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, Instant, PartyName, text, trimmedText } from "../../../contract/values/values.ts";
import { consentEnumerations, SendableChannel } from "../consents/enumerations.ts";

/** A number or an address to which nothing is sent, whatever the consents say. */
export const Suppression = z.object({
  id: Id,
  channel: SendableChannel,
  address: z.string(),
  reason: oneOf(consentEnumerations.suppressionReason),
  at: Instant,
  endedAt: Instant.nullable(),
  endReason: z.string().nullable(),
});
export type Suppression = z.infer<typeof Suppression>;

export const SuppressionQuery = z.strictObject({
  ...pageInput(listPageLimit),
  q: PartyName.optional().meta({
    description: "A phone number or an email address; without one, all suppressions that have not ended.",
  }),
});
export type SuppressionQuery = z.infer<typeof SuppressionQuery>;

export const NewSuppression = z.strictObject({ channel: SendableChannel, address: text(3, 254) });
export type NewSuppression = z.infer<typeof NewSuppression>;

export const EndOfSuppression = z.strictObject({ suppressionId: Id, reason: trimmedText(500) });
