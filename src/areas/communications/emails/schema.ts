import * as z from "zod";
import { Id, text } from "../../../contract/values/values.ts";
import { FileName } from "../../documents/domain.files.ts";

/** Bytes that JSON takes in Base64; a form takes 25 MiB. */
const maxInlineBytes = 700 * 1024;

const Base64File = z
  .string()
  .max(Math.ceil(maxInlineBytes / 3) * 4)
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, "must be Base64")
  .min(4)
  .meta({ description: "The email in Base64, at most 700 KiB; send a larger one as a form.", contentEncoding: "base64" });

export const NewEmail = z.strictObject({
  caseId: Id.optional().meta({ description: "Exactly one of caseId and leadId." }),
  leadId: Id.optional(),
  externalId: text(1, 200).optional().meta({ description: "Of the message." }),
  fileName: FileName.refine((name) => /\.eml$/i.test(name), "must end with .eml"),
  content: Base64File.optional(),
});
export type NewEmail = z.infer<typeof NewEmail>;
