import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { GivenInstant, Id, Name, text, versionFields } from "../../../contract/values/values.ts";
import { SendableChannel, TemplateLanguage } from "../consents/enumerations.ts";
import { findMergeFault } from "./domain.merge.ts";

/** The longest text to a phone, and the longest email of a template. */
export const maxBody = { text: 1_600, email: 20_000 } as const;

const withMergeFields = (schema: z.ZodString) =>
  schema.superRefine((given, context) => {
    const fault = findMergeFault(given);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });
const Subject = withMergeFields(text(1, 300))
  .refine((given) => !/\p{Cc}/u.test(given), "must be one line")
  .nullable()
  .meta({ description: "Required for `email`, and only for it." });
const Body = withMergeFields(text(1, maxBody.email)).meta({
  description:
    "Plain text with merge fields such as `{{client.firstName|friend}}`; the sources are those of signature templates. At most 1,600 characters for `text`.",
  example: "Hi {{client.firstName}}, please call us at {{firm.phone}}.",
});
const ExternalId = text(1, 200).nullable();

export const NewMessageTemplate = z.strictObject({
  name: Name,
  channel: SendableChannel,
  language: TemplateLanguage.default("en"),
  subject: Subject.optional(),
  body: Body,
  externalId: ExternalId.optional(),
});
export type NewMessageTemplate = z.infer<typeof NewMessageTemplate>;

export const MessageTemplateChanges = z
  .strictObject({
    name: Name,
    language: TemplateLanguage,
    subject: Subject,
    body: Body,
    archived: z.boolean(),
    externalId: ExternalId,
  })
  .partial();
export type MessageTemplateChanges = z.infer<typeof MessageTemplateChanges>;

export const MessageTemplate = z
  .object({
    id: Id,
    organizationId: Id,
    name: z.string(),
    channel: SendableChannel,
    language: TemplateLanguage,
    subject: z.string().nullable(),
    body: z.string(),
    mergeSources: z.array(z.string()).meta({ description: "Those of subject and body, each once." }),
    archived: z.boolean().meta({ description: "Whether new messages can no longer begin with it." }),
    externalId: z.string().nullable(),
    ...versionFields,
  })
  .meta({ id: "MessageTemplate" });
export type MessageTemplate = z.infer<typeof MessageTemplate>;

export const MessageTemplateInEvent = MessageTemplate.omit({ subject: true, body: true }).meta({
  id: "MessageTemplateInEvent",
});

export const MessageTemplateQuery = z.strictObject({
  ...sortedPageInput,
  channel: SendableChannel.optional(),
  language: TemplateLanguage.optional(),
  archived: z.boolean().optional(),
  updatedSince: GivenInstant.optional(),
});
export type MessageTemplateQuery = z.infer<typeof MessageTemplateQuery>;
