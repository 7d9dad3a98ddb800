import * as z from "zod";
import { Id, text } from "../../../contract/values/values.ts";
import { MessageDirection } from "../messages/schema.ts";

/** What JSON holds in Base64 at most; a form takes 25 MiB. */
const maxInlineBytes = 700 * 1_024;

const Base64File = z
  .string()
  .min(4)
  .max(Math.ceil(maxInlineBytes / 3) * 4)
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, "must be Base64")
  .meta({
    description: "The `.eml` in Base64, at most 700 KiB; send a larger one as a form.",
    contentEncoding: "base64",
  });

/** An email as a file. */
export const NewEmail = z
  .strictObject({
    caseId: Id.optional(),
    leadId: Id.optional(),
    direction: MessageDirection.optional().meta({
      description: "By default `outbound` if a member of the firm or the firm's reply address sent it, else `inbound`.",
    }),
    fileName: text(1, 200).meta({ description: "By default that of a form's file.", example: "records.eml" }),
    content: Base64File.optional(),
  })
  .refine(({ caseId, leadId }) => (caseId === undefined) !== (leadId === undefined), {
    path: ["caseId"],
    message: "exactly one of caseId and leadId is required",
  });
export type NewEmail = z.infer<typeof NewEmail>;
