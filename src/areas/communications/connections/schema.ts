import * as z from "zod";
import { Id, Instant, Revision, isUnique, text } from "../../../contract/values/values.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import { readPublicKey } from "../../../platform/text-messages/telnyx.ts";

/** The account with which the firm sends texts, without its secrets. */
export const TextConnection = z.object({
  id: Id,
  provider: z.enum(["twilio", "telnyx"]),
  account: z.string().nullable().meta({ description: "Twilio's account SID; null for Telnyx, which has none." }),
  numbers: z.array(z.string()).meta({ description: "In E.164; the first one sends." }),
  handlesStop: z.boolean().meta({ description: "Whether the provider replies to STOP, START and HELP itself." }),
  webhookUrl: z.string().meta({ description: "Where the provider sends inbound texts and reports." }),
  lastWebhookAt: Instant.nullable(),
  rejectedAt: Instant.nullable().meta({
    description: "When the provider rejected the secrets: texts wait until others are entered.",
  }),
  isUsable: z.boolean().meta({
    description: "False if its secrets are encrypted with a secret that this installation no longer has.",
  }),
  createdAt: Instant,
});
export type TextConnection = z.infer<typeof TextConnection>;

const maxNumbers = 50;
const Numbers = z
  .array(
    text(1, 50).transform((given, context) => {
      const number = toE164(given);
      if (number !== null) return number;
      context.addIssue({ code: "custom", message: "not a phone number" });
      return z.NEVER;
    }),
  )
  .min(1)
  .max(maxNumbers)
  .refine(isUnique, "must not have a number twice");

const Secret = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{8,500}$/, "must be 8 to 500 characters without spaces");
const twilio = {
  accountSid: z
    .string()
    .trim()
    .regex(/^AC[0-9a-f]{32}$/, "must be AC and 32 hexadecimal digits"),
  authToken: Secret,
};
const telnyx = {
  apiKey: Secret,
  publicKey: z
    .string()
    .trim()
    .refine((given) => readPublicKey(given) !== null, "must be the 44 characters of a public key in Base64"),
};

/** The secrets of an account. */
const AccountSecrets = z.discriminatedUnion("provider", [
  z.strictObject({ provider: z.literal("twilio"), ...twilio }),
  z.strictObject({ provider: z.literal("telnyx"), ...telnyx }),
]);
export type AccountSecrets = z.infer<typeof AccountSecrets>;

/** An account to send with, in place of the present one. */
export const NewConnection = z.strictObject({
  expectedRevision: Revision.meta({ description: "Of the settings." }),
  account: AccountSecrets,
  numbers: Numbers,
  handlesStop: z.boolean(),
});
export type NewConnection = z.infer<typeof NewConnection>;

export const ConnectionChanges = z.strictObject({
  expectedRevision: Revision.meta({ description: "Of the settings." }),
  account: AccountSecrets.optional().meta({ description: "New secrets of the same provider." }),
  numbers: Numbers.optional(),
  handlesStop: z.boolean().optional(),
});
export type ConnectionChanges = z.infer<typeof ConnectionChanges>;
