import * as z from "zod";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { GivenInstant, Id } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { listContactCases } from "./domain.ts";
import { ContactCase } from "./schema.ts";

/** Part of the router `contacts`: the cases in which a contact takes part. */
export const contactCaseProcedures = {
  listCases: operation({
    area: "Contacts",
    scope: "cases:read",
    tier: "read",
    idempotency: "none",
    method: "GET",
    path: "/contacts/{contactId}/cases",
    summary: "List the cases of a contact",
    description:
      "The live cases in which the contact takes part, and as what: party, representative of a party, carrier, adjuster or administrator of a " +
      "policy. That it treats the client (a facility) is shown to keys that hold `medical:read` besides, and such a read is audited.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...pageInput(listPageLimit), sort: z.enum(["newest", "oldest", "updated"]).default("newest"), updatedSince: GivenInstant.optional(), contactId: Id }))
    .output(z.object({ cases: z.array(ContactCase), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { contactId, ...search } }) => listContactCases(ctx, contactId, search)),
};
