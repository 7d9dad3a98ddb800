import * as z from "zod";
import { base64File } from "../../../contract/values/base64-file.ts";
import { Id, text } from "../../../contract/values/values.ts";
import { MessageDirection } from "../messages/schema.ts";

/** An email as a file. */
export const NewEmail = z
  .strictObject({
    caseId: Id.optional(),
    leadId: Id.optional(),
    direction: MessageDirection.optional().meta({
      description: "By default `outbound` if a member of the firm or the firm's reply address sent it, else `inbound`.",
    }),
    fileName: text(1, 200).meta({ description: "By default that of a form's file.", example: "records.eml" }),
    content: base64File("The `.eml`").optional(),
  })
  .refine(({ caseId, leadId }) => (caseId === undefined) !== (leadId === undefined), {
    path: ["caseId"],
    message: "exactly one of caseId and leadId is required",
  });
export type NewEmail = z.infer<typeof NewEmail>;
