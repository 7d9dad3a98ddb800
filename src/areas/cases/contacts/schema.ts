import * as z from "zod";
import { contactsEnumerations } from "../../../contract/enumerations.contacts.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { Id } from "../../../contract/values.ts";

/** A contact as a record of a case shows it. */
export const ContactSummary = z
  .object({ id: Id, name: z.string(), type: oneOf(contactsEnumerations.contactType) })
  .meta({ id: "ContactSummary" });
