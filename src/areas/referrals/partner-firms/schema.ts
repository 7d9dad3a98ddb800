import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Jurisdictions } from "../../../contract/portal/organization-profile.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import {
  Cents,
  Email,
  Id,
  Instant,
  isUnique,
  Name,
  PartyName,
  Revision,
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

const Count = z.int().min(0);

const Approval = z.object({ memberId: Id, at: Instant }).meta({ id: "PartnerFirmApproval" });

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
    blockedReason: z.string().nullable().meta({
      description: "Why a member blocked it in the portal; null while it is active, and if a key blocked it.",
    }),
    approvedForSending: Approval.nullable().meta({
      description: "Who approved in the portal that the firm sends referrals to it; of `network` alone.",
    }),
    mayReferToUs: Approval.nullable().meta({
      description: "Who approved in the portal that it refers matters to the firm; of `network` alone.",
    }),
    defaultTerms: FeeTerms.nullable().meta({ description: "Of new referrals that do not say otherwise." }),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "PartnerFirm" });
export type PartnerFirm = z.infer<typeof PartnerFirm>;

const PartnerFirmNumbers = z
  .object({
    sent: Count.meta({ description: "Referrals that the firm sent to it." }),
    received: Count.meta({ description: "Referrals that it sent to the firm." }),
    accepted: Count.meta({ description: "Those of both directions that were accepted." }),
    engaged: Count.meta({ description: "Those of both directions whose client signed with the handling firm." }),
    feesDueCents: Cents.meta({
      description: "All referral fees that are due or were, without those that were waived.",
    }),
    feesPaidCents: Cents.meta({ description: "What was paid of them." }),
  })
  .meta({ id: "PartnerFirmNumbers" });
export type PartnerFirmNumbers = z.infer<typeof PartnerFirmNumbers>;

/** A partner firm as GET of one returns it. */
export const PartnerFirmDetail = PartnerFirm.extend({
  numbers: PartnerFirmNumbers.meta({ description: "Without referrals that are gone with their case." }),
}).meta({ id: "PartnerFirmDetail" });
export type PartnerFirmDetail = z.infer<typeof PartnerFirmDetail>;

/** What events leave out. */
export const redactedMembers = ["barNumber", "notes", "blockedReason"] as const;
export const PartnerFirmInEvent = PartnerFirm.extend({
  barNumber: Redacted,
  notes: Redacted,
  blockedReason: Redacted,
}).meta({ id: "PartnerFirmInEvent" });

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

/** `7QXM-2KTD-9F` */
export const NetworkCode = z
  .string()
  .regex(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$/, "must be a code such as 7QXM-2KTD-9F")
  .meta({ example: "7QXM-2KTD-9F" });

export const NewPartnerFirm = z
  .strictObject({
    kind: PartnerFirmKind,
    networkCode: NetworkCode.optional().meta({
      description: "Required for `network`, and allowed only for it: the code that the other firm gave.",
    }),
    contactId: Id.optional().meta({
      description: "Required for `external`: the contact that the firm is. It gets the role `referring_attorney`.",
    }),
    name: Name.optional().meta({
      description: "Required for `external`; by default what the other firm calls itself.",
    }),
    ...optional,
  })
  .superRefine(({ kind, networkCode, contactId, name }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if ((kind === "network") !== (networkCode !== undefined))
      fault("networkCode", "required for network, and allowed only for it");
    if (kind === "external" && contactId === undefined) fault("contactId", "required for external");
    if (kind === "external" && name === undefined) fault("name", "required for external");
  });
export type NewPartnerFirm = z.infer<typeof NewPartnerFirm>;

export const PartnerFirmApproval = z.strictObject({
  expectedRevision: Revision,
  approvedForSending: z.boolean().optional().meta({ description: "Whether the firm sends referrals to it." }),
  mayReferToUs: z.boolean().optional().meta({ description: "Whether it refers matters to the firm." }),
});
export type PartnerFirmApproval = z.infer<typeof PartnerFirmApproval>;

export const PartnerFirmBlock = z.strictObject({
  expectedRevision: Revision,
  reason: trimmedText(500).meta({ description: "Why; members read it, and the other firm does not." }),
});
export type PartnerFirmBlock = z.infer<typeof PartnerFirmBlock>;

/** A firm that works elsewhere, as a member adds it in the portal. */
export const NewExternalFirm = z.strictObject({
  contactId: Id.optional().meta({ description: "The contact that the firm is; by default a new one of its name." }),
  name: Name,
  attorneyName: PartyName.nullable().default(null),
  email: Email.nullable().default(null),
  phone: trimmedText(50).nullable().default(null),
});
export type NewExternalFirm = z.infer<typeof NewExternalFirm>;

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
