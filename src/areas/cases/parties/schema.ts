import * as z from "zod";
import { partyEnumerations } from "./enumerations.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, Id, Instant, PastDate, text, versionFields } from "../../../contract/values/values.ts";
import { ContactSummary } from "../contacts/schema.ts";

const role = oneOf(partyEnumerations.partyRole);
const side = oneOf(partyEnumerations.partySide);

const optional = {
  isPrimary: z.boolean().optional().meta({ description: "The primary party of the case in this role; at most one." }),
  isClient: z.boolean().optional().meta({ description: "Whether the firm represents it." }),
  representedByContactId: Id.nullable().optional().meta({ description: "The contact that represents it." }),
  notes: text(1, 10_000).nullable().optional(),
  servedOn: PastDate.nullable().optional().meta({ description: "Not in the future, in the organization's time zone." }),
  answerDueOn: CalendarDate.nullable().optional().meta({
    description:
      "When its answer is due. While a deadline of type `answer_due` with this adverse party is open or missed it is the `effectiveOn` of that; another value fails with 409.",
  }),
  dismissedOn: CalendarDate.nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

export const NewCaseParty = z.strictObject({ contactId: Id, role, side, ...optional });
export type NewCaseParty = z.infer<typeof NewCaseParty>;

/** The contact is immutable: another contact is another party. */
export const CasePartyChanges = z.strictObject({ role: role.optional(), side: side.optional(), ...optional });
export type CasePartyChanges = z.infer<typeof CasePartyChanges>;

export const CaseParty = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    contact: ContactSummary,
    role,
    side,
    isPrimary: z.boolean(),
    isClient: z.boolean(),
    representedBy: ContactSummary.nullable(),
    notes: z.string().nullable(),
    servedOn: CalendarDate.nullable(),
    answerDueOn: CalendarDate.nullable().meta({
      description: "That of the open deadline of type `answer_due` with this adverse party, if there is one.",
    }),
    dismissedOn: CalendarDate.nullable(),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted party.",
    }),
  })
  .meta({ id: "CaseParty" });
export type CaseParty = z.infer<typeof CaseParty>;

export const CasePartyFilter = z.strictObject({
  ...sortedPageInput,
  role: role.optional(),
  side: side.optional(),
});
export type CasePartyFilter = z.infer<typeof CasePartyFilter>;
