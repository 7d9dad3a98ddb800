import * as z from "zod";
import { CustomFieldChanges, CustomFieldValues } from "../../contract/values/custom-fields.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { teamEnumerations } from "../team/teams/enumerations.ts";
import { leadEnumerations } from "./enumerations.ts";
import { acceptDeleted } from "../../contract/deleted-records.ts";
import { sortedPageInput } from "../../contract/page.ts";
import { withStateCode } from "../../contract/values/us-state.ts";
import {
  Cents,
  Email,
  GivenInstant,
  Id,
  Instant,
  PlausibleDate,
  PastDate,
  text,
  trimmedText,
  versionFields,
} from "../../contract/values/values.ts";

export const LeadStatus = oneOf(leadEnumerations.leadStatus);
export type LeadStatus = z.infer<typeof LeadStatus>;
const Qualification = oneOf(leadEnumerations.leadQualification);
const CaseType = oneOf(sharedEnumerations.caseType);
const TreatmentStatus = oneOf(leadEnumerations.leadTreatmentStatus);

/** A tracking parameter. */
const Mark = text(1, 500).nullable().optional();

export const LeadAddress = z
  .strictObject({
    line1: trimmedText(200).nullable().optional(),
    line2: trimmedText(200).nullable().optional(),
    city: trimmedText(100).nullable().optional(),
    state: trimmedText(100).nullable().optional().meta({
      description:
        "The two-letter code of a state, in capitals. The name of a state becomes its code; anything else stays as it is given.",
    }),
    zipCode: trimmedText(20).nullable().optional().meta({ description: "Of any country, as the person wrote it." }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two letters, such as US")
      .nullable()
      .optional()
      .meta({ description: "ISO 3166-1; null is the United States or unknown." }),
  })
  .overwrite(withStateCode)
  .meta({ id: "LeadAddress" });

const Utm = z
  .strictObject({ source: Mark, medium: Mark, campaign: Mark, term: Mark, content: Mark })
  .meta({ id: "LeadUtm" });
const ClickIds = z.strictObject({ gclid: Mark, fbclid: Mark, msclkid: Mark }).meta({ id: "LeadClickIds" });

/** Bounds within which PostgreSQL and calendars agree. */
export const PlausibleInstant = GivenInstant.refine((value) => {
  const time = Date.parse(value);
  return time >= Date.UTC(1970, 0) && time < Date.UTC(2101, 0);
}, "must be between 1970 and 2100");

export const LeadConsent = z
  .strictObject({
    tcpaConsented: z
      .boolean()
      .meta({ description: "Whether the person agreed to be called and texted (Telephone Consumer Protection Act)." }),
    consentedAt: PlausibleInstant.nullable().optional(),
    consentText: text(1, 5_000).nullable().optional(),
    ipAddress: text(1, 45).nullable().optional(),
    formUrl: text(1, 2_000).nullable().optional(),
  })
  .meta({ id: "LeadConsent" });

const Name = trimmedText(100);
const Line = trimmedText(200);
const Labels = text(1, 200);
const Story = text(1, 10_000);
const Address = text(1, 2_000);
const Phone = trimmedText(50);
const ownId = { description: "The ID in your system; unique in the organization." };

const facts = {
  firstName: Name,
  middleName: Name,
  lastName: Name,
  email: trimmedText(254).meta({
    description:
      "As the person wrote it. One that is not an e-mail address is kept, with `emailIsValid` false, so that a form's lead is not lost over it.",
  }),
  phone: Phone,
  phoneType: oneOf(sharedEnumerations.clientPhoneType),
  secondaryPhone: Phone,
  preferredContactMethod: oneOf(sharedEnumerations.clientContactMethod),
  preferredLanguage: text(2, 35),
  bestTimeToCall: Line,
  dateOfBirth: PastDate,
  address: LeadAddress,
  isInjuredParty: z.boolean(),
  injuredPartyName: Line,
  relationshipToInjured: Name,
  caseType: CaseType,
  subCaseType: Name,
  caseState: oneOf(sharedEnumerations.caseState),
  dateOfIncident: PastDate.meta({
    description:
      "From 1900 to today in the organization's time zone, and not before `dateOfBirth`. For `birth_injury`, at most 300 days before the date of birth.",
  }),
  incidentLocation: trimmedText(500),
  description: Story,
  injuryDescription: Story,
  treatmentStatus: TreatmentStatus,
  atFaultParty: Line,
  policeReportFiled: z.boolean(),
  insuranceKnown: z.boolean(),
  hasPriorAttorney: z.boolean(),
  priorAttorneyName: Line,
  statuteOfLimitationsEstimateOn: PlausibleDate,
  source: oneOf(sharedEnumerations.caseSource),
  sourceDetail: Line,
  campaign: Line,
  utm: Utm,
  clickIds: ClickIds,
  landingPageUrl: Address,
  referringUrl: Address,
  callTrackingNumber: Phone,
  vendorId: Labels,
  vendorLeadId: Labels.meta({ description: "The vendor's ID of the lead; unique per vendorId." }),
  vendorCostCents: Cents.min(0),
  consent: LeadConsent,
  score: z.int().min(0).max(100),
  subStatus: Name,
  partnerId: text(1, 128),
  externalId: Labels.meta(ownId),
} as const;

const plans = { nextFollowUpAt: PlausibleInstant, appointmentAt: PlausibleInstant } as const;

type Nullable<Shape extends Record<string, z.ZodType>> = { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> };

function nullable<Shape extends Record<string, z.ZodType>>(shape: Shape): Nullable<Shape> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.nullable()]),
  ) as Nullable<Shape>;
}

/** null clears; a nested object is replaced as a whole. */
export const LeadChanges = z.strictObject({
  ...z.object(nullable({ ...facts, ...plans })).partial().shape,
  qualification: Qualification.optional(),
  customFields: CustomFieldChanges.optional(),
});
export type LeadChanges = z.infer<typeof LeadChanges>;

/** A lead requires at least one of these. */
const identifying = ["firstName", "lastName", "email", "phone"] as const;

export const NewLead = LeadChanges.extend({
  onDuplicate: z.enum(["flag", "reject"]).default("flag").meta({
    description:
      "What to do if a lead of the last 90 days has the same phone or email and the same caseType: `flag` creates this lead with `possibleDuplicateOf`; `reject` fails with 409 `DUPLICATE_ENTRY`.",
  }),
}).refine((input) => identifying.some((name) => (input[name] ?? null) !== null), {
  path: ["body"],
  message: `must contain at least one of ${identifying.join(", ")}`,
});
export type NewLead = z.infer<typeof NewLead>;

export const LeadPerson = z.object({ id: Id, firstName: z.string(), lastName: z.string() });

export const Lead = z
  .object({
    id: Id,
    organizationId: Id,
    sequenceId: z.string().meta({ example: "L-2026-000123" }),
    ...nullable(facts),
    emailIsValid: z
      .boolean()
      .nullable()
      .meta({ description: "Whether `email` is an e-mail address; null without one. If false, ask the person." }),
    nextFollowUpAt: Instant.nullable(),
    appointmentAt: Instant.nullable(),
    qualification: Qualification,
    status: LeadStatus,
    availableTransitions: z
      .array(LeadStatus)
      .meta({ description: "The allowed transitions. To reach `converted`, convert the lead." }),
    statusChangedAt: Instant,
    assignedTo: LeadPerson.nullable(),
    assignedTeam: z.object({ id: Id, name: z.string() }).nullable(),
    firstResponseAt: Instant.nullable(),
    lastContactAttemptAt: Instant.nullable(),
    contactAttemptCount: z.int().min(0),
    retainerSentAt: Instant.nullable(),
    retainerSignedAt: Instant.nullable(),
    declineReason: oneOf(leadEnumerations.leadDeclineReason).nullable(),
    lostReason: z.string().nullable(),
    possibleDuplicateOf: Id.nullable().meta({
      description: "An earlier lead that this one resembled at its creation.",
    }),
    duplicateOfLeadId: Id.nullable(),
    convertedCaseId: Id.nullable(),
    convertedClientId: Id.nullable(),
    convertedAt: Instant.nullable(),
    customFields: CustomFieldValues,
    ...versionFields,
  })
  .meta({ id: "Lead" });
export type Lead = z.infer<typeof Lead>;

/** Who works on a lead: a member or nobody, or a team, whose rule chooses a member. */
export const LeadAssignment = z
  .strictObject({ assignedToMemberId: Id.nullable().optional(), assignedTeamId: Id.optional() })
  .refine(
    ({ assignedToMemberId, assignedTeamId }) => (assignedToMemberId === undefined) !== (assignedTeamId === undefined),
    { path: ["body"], message: "required: either assignedToMemberId or assignedTeamId" },
  );
export type LeadAssignment = z.infer<typeof LeadAssignment>;

export const AssignmentWarning = oneOf(teamEnumerations.assignmentWarning);

export const LeadListInput = acceptDeleted(
  z.strictObject({
    ...sortedPageInput,
    status: LeadStatus.optional(),
    qualification: Qualification.optional(),
    caseType: CaseType.optional(),
    source: facts.source.optional(),
    assignedToMemberId: Id.optional(),
    assignedTeamId: Id.optional(),
    externalId: Labels.optional(),
    phone: Phone.optional().meta({ description: "In any format: numbers are compared in E.164 format." }),
    email: Email.optional(),
    q: text(1, 200).optional().meta({
      description: "Whole words of names, email, phone and sequenceId, ignoring case and accents; all must match.",
    }),
    nextFollowUpBefore: GivenInstant.optional(),
  }),
);
export type LeadListQuery = z.infer<typeof LeadListInput>;
