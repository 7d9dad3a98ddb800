import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Jurisdictions } from "../../../contract/portal/organization-profile.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import {
  Email,
  Id,
  isUnique,
  Name,
  PartyName,
  text,
  trimmedText,
  versionFields,
} from "../../../contract/values/values.ts";
import { FeeTerms, GivenFeeTerms } from "../schema.terms.ts";
import { partnerFirmEnumerations } from "./enumerations.ts";

export const PartnerFirmKind = oneOf(partnerFirmEnumerations.partnerFirmKind);
export const PartnerFirmStatus = oneOf(partnerFirmEnumerations.partnerFirmStatus);
const CaseType = oneOf(sharedEnumerations.caseType);
const State = oneOf(sharedEnumerations.caseState);

export const PartnerFirm = z
  .object({
    id: Id,
    organizationId: Id,
    kind: PartnerFirmKind,
    contactId: Id.nullable().meta({ description: "The contact that the firm is; of an external one never null." }),
    name: z.string(),
    attorneyName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    barNumber: z.string().nullable(),
    states: z.array(State).meta({ description: "Where it takes matters." }),
    caseTypes: z.array(CaseType).meta({ description: "The types of cases that it takes." }),
    status: PartnerFirmStatus,
    defaultTerms: FeeTerms.nullable().meta({ description: "Of new referrals that do not say otherwise." }),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "PartnerFirm" });
export type PartnerFirm = z.infer<typeof PartnerFirm>;

/** What events leave out. */
export const redactedMembers = ["barNumber", "notes"] as const;
export const PartnerFirmInEvent = PartnerFirm.extend({ barNumber: Redacted, notes: Redacted }).meta({
  id: "PartnerFirmInEvent",
});

const optional = {
  attorneyName: PartyName.nullable().optional(),
  email: Email.nullable().optional(),
  phone: trimmedText(50).nullable().optional(),
  barNumber: trimmedText(50).nullable().optional(),
  states: Jurisdictions.optional().meta({ description: "Where it takes matters." }),
  caseTypes: z.array(CaseType).max(60).refine(isUnique, "must not contain a type twice").optional(),
  defaultTerms: GivenFeeTerms.nullable().optional(),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

export const NewPartnerFirm = z.strictObject({
  kind: PartnerFirmKind,
  contactId: Id.meta({ description: "The contact that the firm is. It gets the role `referring_attorney`." }),
  name: Name,
  ...optional,
});
export type NewPartnerFirm = z.infer<typeof NewPartnerFirm>;

export const PartnerFirmChanges = z.strictObject({
  contactId: Id.optional(),
  name: Name.optional(),
  status: PartnerFirmStatus.optional(),
  ...optional,
});
export type PartnerFirmChanges = z.infer<typeof PartnerFirmChanges>;

export const PartnerFirmFilter = z.strictObject({
  ...sortedPageInput,
  kind: PartnerFirmKind.optional(),
  status: PartnerFirmStatus.optional(),
  contactId: Id.optional(),
});
export type PartnerFirmFilter = z.infer<typeof PartnerFirmFilter>;
