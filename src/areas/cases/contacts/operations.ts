import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id } from "../../../contract/values/values.ts";
import { defineArea } from "../../../rpc/area.ts";
import { operation } from "../../../rpc/operation.ts";
import { listContactCases } from "./domain.ts";
import { ContactCase } from "./schema.ts";
import { contactCaseEnumerations } from "./enumerations.ts";
import { contactCaseExamples } from "./examples.ts";

export const contactCases = defineArea(
  {
    "contacts.cases.list": operation({
      area: "Contacts",
      scope: "cases:read",
      route: "GET /contacts/{contactId}/cases",
      summary: "List the cases of a contact",
      description:
        "Returns the cases that are not deleted in which the contact is involved, and how: as party, representative of a party, or carrier, adjuster or administrator of a " +
        "policy. Involvement as a medical facility is returned only to keys that also have `medical:read`, and such a read is recorded in the audit log; as the vendor of a cost only to keys with `billing:read`.",
    })
      .input(z.strictObject({ ...sortedPageInput, contactId: Id }))
      .output(z.object({ cases: z.array(ContactCase), nextCursor: z.string().nullable() }))
      .query(({ ctx, input: { contactId, ...search } }) => listContactCases(ctx, contactId, search)),
  },
  { examples: contactCaseExamples, enumerations: contactCaseEnumerations },
);
