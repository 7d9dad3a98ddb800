import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, Instant, text } from "../../../contract/values/values.ts";
import { sandboxEnumerations } from "../enumerations.ts";

/** In characters; what is longer is cut. */
export const maxTextLength = 50_000;

export const CapturedMessage = z
  .object({
    id: Id,
    channel: oneOf(sandboxEnumerations.capturedChannel),
    to: z.string().meta({ description: "The email address, or the phone number. Each recipient has a message." }),
    subject: z.string().nullable().meta({ description: "Of an email." }),
    text: z.string().meta({ description: "What the recipient would read, cut after 50,000 characters." }),
    attachments: z.array(z.object({ name: z.string(), contentType: z.string(), sizeBytes: z.int() })),
    entity: z.string().nullable().meta({ description: "The kind of record that it belongs to, such as `message`." }),
    entityId: Id.nullable(),
    createdAt: Instant,
  })
  .meta({ id: "CapturedMessage" });
export type CapturedMessage = z.infer<typeof CapturedMessage>;

export const CapturedMessageFilter = z.strictObject({
  ...pageInput(listPageLimit),
  channel: oneOf(sandboxEnumerations.capturedChannel).optional(),
  to: text(1, 320).optional().meta({ description: "The whole email address or phone number." }),
  entityId: Id.optional().meta({ description: "Messages of one record." }),
});
export type CapturedMessageFilter = z.infer<typeof CapturedMessageFilter>;
