import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { Email, PartyName, text } from "../../contract/values/values.ts";
import { Contact } from "../contacts/domain.ts";
import { conflictEnumerations } from "./enumerations.ts";
import { nameMatch } from "./schema.ts";

export const ContactMatchQuery = z.strictObject({
  name: PartyName.refine((name) => /[\p{L}\p{N}]/u.test(name), "must contain a letter or a digit")
    .optional()
    .meta({ description: "A person's or a company's name." }),
  email: Email.optional(),
  phone: text(1, 50).optional(),
  npi: text(10, 10).optional(),
});

export const ContactMatch = z
  .object({
    contact: Contact,
    matchedOn: z.array(oneOf(conflictEnumerations.contactMatch)),
    matchScore: z.int().min(0).max(100).meta({
      description:
        "100: the NPI. 95: an e-mail address. 90: the whole name. 85: a phone number. 70: all words of the name among others. Differences of a name take points from 90, as `matchReasons` says. Plus 5 for each further match.",
    }),
    ...nameMatch,
    matchBand: oneOf(conflictEnumerations.matchBand),
  })
  .meta({ id: "MatchedContact" });
