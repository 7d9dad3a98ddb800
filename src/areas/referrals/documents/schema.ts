import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { Id, isUnique, versionFields } from "../../../contract/values/values.ts";
import { documentEnumerations } from "../../documents/enumerations.ts";
import { referralDocumentEnumerations } from "./enumerations.ts";

const Direction = oneOf(referralDocumentEnumerations.referralDocumentDirection);

export const ReferralDocument = z
  .object({
    id: Id,
    organizationId: Id,
    referralId: Id,
    direction: Direction,
    documentId: Id.nullable().meta({ description: "The firm's own document; null until a copy arrived." }),
    name: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    category: oneOf(documentEnumerations.documentCategory),
    state: oneOf(referralDocumentEnumerations.referralDocumentState),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "ReferralDocument" });
export type ReferralDocument = z.infer<typeof ReferralDocument>;

export const SharedDocuments = z.strictObject({
  documentIds: z
    .array(Id)
    .min(1)
    .max(50)
    .refine(isUnique, "must not contain a document twice")
    .meta({ description: "Documents of the firm's own lead or case of the referral." }),
  direction: Direction.optional().meta({
    description: "`received` only with a firm elsewhere: what it sent, which the firm has filed. By default `sent`.",
  }),
});
export type SharedDocuments = z.infer<typeof SharedDocuments>;
