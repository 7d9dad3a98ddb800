import * as z from "zod";
import { Email, Id, Instant, Revision, oneLine, trimmedText, versionFields } from "../../../contract/values/values.ts";
import { TextConnection } from "../connections/schema.ts";

/** Texts go at most from 8 AM to 9 PM where the recipient lives; a firm may narrow that to three hours. Minutes. */
export const widestWindow = { from: 8 * 60, until: 21 * 60, least: 3 * 60 } as const;

/** What is replied to a keyword: two segments of a text at most. */
const Reply = trimmedText(306).nullable().meta({ description: "null for Caseport's own text." });
const ofDay = (name: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 08:00")
    .meta({ description: `${name}, in the recipient's time zone.`, example: "08:00" });

const rules = {
  senderName: oneLine(100).nullable().meta({ description: "Of emails; by default the firm's name." }),
  replyTo: Email.nullable().meta({ description: "Where replies to emails go." }),
  stopReply: Reply,
  startReply: Reply,
  helpReply: Reply,
  quietHours: z.enum(["defer", "refuse", "off"]).meta({
    description: "What becomes of a text outside the hours: it waits, it is not accepted, or it goes.",
  }),
  textsFrom: ofDay("When texts may go from"),
  textsUntil: ofDay("Until when texts may go"),
  dailyLimit: z.int().min(1).max(100_000).meta({ description: "How many messages go out in a day of the firm." }),
};

export const CommunicationSettings = z.object({
  id: Id.meta({ description: "That of the organization: it has one record of settings." }),
  ...rules,
  defaultReplies: z.object({ stop: z.string(), start: z.string(), help: z.string() }),
  provider: z.enum(["outbox", "twilio", "telnyx"]).meta({
    description: "What carries texts; `outbox`: a folder of the installation, so that they reach no one.",
  }),
  connection: TextConnection.nullable(),
  timezone: z.string().meta({ description: "The firm's." }),
  ...versionFields,
});
export type CommunicationSettings = z.infer<typeof CommunicationSettings>;

export const CommunicationSettingsChanges = z.strictObject(rules).partial().extend({ expectedRevision: Revision });
export type CommunicationSettingsChanges = z.infer<typeof CommunicationSettingsChanges>;

/** What became of messages in the last 24 hours, and what waits. */
export const CommunicationHealth = z.object({
  since: Instant,
  sent: z.int().meta({ description: "Outbound messages that a provider took, whatever became of them then." }),
  failed: z.int().meta({ description: "Failed, undelivered and bounced ones." }),
  blocked: z.int(),
  unlinked: z.int().meta({ description: "Conversations of no case and no lead, at most 1,000." }),
});
export type CommunicationHealth = z.infer<typeof CommunicationHealth>;
