import * as z from "zod";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { Id, Instant } from "../../../contract/values/values.ts";
import { contactCaseEnumerations } from "./enumerations.ts";

export const ContactSummary = z
  .object({ id: Id, name: z.string(), type: oneOf(sharedEnumerations.contactType) })
  .meta({ id: "ContactSummary" });

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
          as: oneOf(contactCaseEnumerations.contactCaseLink),
          role: z
            .string()
            .nullable()
            .meta({ description: "The party's role, the policy's type, the facility's type, the expense's category." }),
        }),
      )
      .meta({ description: "How the contact is involved, one entry each." }),
  })
  .meta({ id: "ContactCase" });
