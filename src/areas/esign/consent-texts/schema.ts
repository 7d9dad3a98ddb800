import * as z from "zod";
import { Person } from "../../../contract/actor.ts";
import { namedEnum, oneOf } from "../../../contract/enumeration.ts";
import { Id, Instant, text, trimmedText } from "../../../contract/values/values.ts";
import { esignEnumerations } from "../enumerations.ts";

export const ConsentLanguage = oneOf(esignEnumerations.esignLanguage);
export type ConsentLanguage = z.infer<typeof ConsentLanguage>;
const Verification = namedEnum("EsignConsentTextVerification", ["unverified", "verified"]);

export const EsignConsentText = z
  .object({
    id: Id,
    language: ConsentLanguage,
    version: z.int().min(1),
    title: z.string(),
    body: z.string().meta({ description: "Plain text; a blank line separates paragraphs." }),
    sha256: z.string().meta({ description: "SHA-256 of title, a blank line and body, as UTF-8." }),
    isCurrent: z.boolean().meta({ description: "Whether the signing page shows it now." }),
    source: namedEnum("EsignConsentTextSource", ["default", "organization"]).meta({
      description: "`default` for a text that Caseport ships, `organization` for one that the firm wrote.",
    }),
    verification: Verification.meta({ description: "`verified` once an attorney of the firm verified the text." }),
    verifiedBy: Person.nullable(),
    verifiedAt: Instant.nullable(),
    createdAt: Instant.nullable().meta({ description: "null for a text that Caseport ships." }),
  })
  .meta({ id: "EsignConsentText" });
export type EsignConsentText = z.infer<typeof EsignConsentText>;

export const ConsentTextFilter = z.strictObject({
  language: ConsentLanguage.optional(),
  isCurrent: z.boolean().optional(),
});
export type ConsentTextFilter = z.infer<typeof ConsentTextFilter>;

const controls = /[\p{Cc}--\n]/v;

/** A new version of the text of a language. */
export const NewConsentText = z.strictObject({
  language: ConsentLanguage,
  title: trimmedText(200).refine((given) => !/\p{Cc}/u.test(given), "must be one line"),
  body: text(200, 20_000).refine((given) => !controls.test(given), "must be plain text with line breaks"),
  expectedVersion: z.int().min(1).meta({
    description: "The version that it supersedes: two members who write at once do not overwrite each other.",
  }),
});
export type NewConsentText = z.infer<typeof NewConsentText>;
