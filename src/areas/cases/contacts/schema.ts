import * as z from "zod";
import { contactsEnumerations } from "../../../contract/enumerations.contacts.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { Id, Instant } from "../../../contract/values.ts";

/** A contact as a record of a case shows it. */
export const ContactSummary = z
  .object({ id: Id, name: z.string(), type: oneOf(contactsEnumerations.contactType) })
  .meta({ id: "ContactSummary" });

/** A case in which a contact takes part, and as what. */
export const ContactCase = z
  .object({
    id: Id,
    sequenceId: z.string(),
    title: z.string().nullable(),
    matterStage: z.string(),
    matterStatus: z.string(),
    updatedAt: Instant,
    links: z
      .array(
        z.object({
          as: oneOf(contactsEnumerations.contactCaseLink),
          role: z.string().nullable().meta({ description: "The party's role, the policy's type, the facility's type." }),
        }),
      )
      .meta({ description: "As what it takes part: once for each way." }),
  })
  .meta({ id: "ContactCase" });
