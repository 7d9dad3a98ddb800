import * as z from "zod";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { caseEnumerations } from "./enumerations.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { CalendarDate, Cents, GivenInstant, Id, PlausibleDate, PastDate, text } from "../../contract/values/values.ts";
import { CustomFieldChanges } from "../../contract/values/custom-fields.ts";
import { GivenTags } from "./tags/schema.ts";
import { contactDescription, courtCalendarDescription } from "./schema.ts";

export const CaseType = oneOf(sharedEnumerations.caseType);
export const CaseState = oneOf(sharedEnumerations.caseState);
export const MatterStage = oneOf(sharedEnumerations.matterStage);
export type MatterStage = z.infer<typeof MatterStage>;
export const MatterStatus = oneOf(sharedEnumerations.matterStatus);
export type MatterStatus = z.infer<typeof MatterStatus>;
export const AttorneyRole = oneOf(caseEnumerations.attorneyRole);
export type AttorneyRole = z.infer<typeof AttorneyRole>;

const optionalText = (maximum: number) => text(1, maximum).nullable().optional();
const optionalCents = Cents.min(0).nullable().optional();
const optionalInstant = GivenInstant.nullable().optional();
const optionalDate = CalendarDate.nullable().optional();
const optionalNumber = (maximum: number) => z.number().min(0).max(maximum).nullable().optional();

const incidentDescription =
  "From 1900 to today in the organization's time zone, and not before the client's `dateOfBirth`. For `birth_injury`, at most 300 days before the date of birth.";

const caseFields = {
  title: optionalText(300),
  practiceArea: optionalText(100),
  description: optionalText(10_000),
  intakeNotes: optionalText(10_000),
  injuryDescription: optionalText(10_000),
  subCaseType: optionalText(100),
  caseState: CaseState.nullable().optional(),
  jurisdictionCounty: optionalText(100),
  courtCalendarId: Id.nullable().optional().meta({ description: courtCalendarDescription }),
  caseSource: oneOf(sharedEnumerations.caseSource).nullable().optional(),
  caseMatchMode: oneOf(caseEnumerations.caseMatchMode).nullable().optional(),
  caseMatchDate: optionalInstant,
  caseReviewedDate: optionalInstant,
  externalId: optionalText(200),
  partnerId: optionalText(128),
  partnerName: optionalText(200),
  partnerResult: oneOf(caseEnumerations.partnerResult).nullable().optional(),
  partnerPriceCents: optionalCents,
  highValue: z.boolean().optional(),
  vetted: z.boolean().optional(),
  isCommercial: z.boolean().optional(),
  trialBound: z.boolean().optional(),
  caseScore: optionalNumber(100),
  projectedWinRate: optionalNumber(1),
  projectedFeeAmountCents: optionalCents,
  estimatedSettlementMinCents: optionalCents,
  estimatedSettlementMaxCents: optionalCents,
  settlementAmountCents: optionalCents,
  recoveryAmountCents: optionalCents,
  projectedSettlementDate: optionalInstant,
  projectedSettlementDateLabel: optionalText(100),
  projectedSettlementDatePrecision: oneOf(caseEnumerations.projectedSettlementDatePrecision).nullable().optional(),
  estimatedTimeToResolution: optionalNumber(36_500),
  attorneyFeePercentage: optionalNumber(100),
  settlementDate: optionalInstant,
  recoveryDate: optionalInstant,
  resolutionDate: optionalInstant,
  dateOfIncident: PastDate.nullable().optional().meta({ description: incidentDescription }),
  openedOn: optionalDate,
  engagedOn: optionalDate,
  lastClientContactOn: optionalDate.meta({
    description: `${contactDescription} Must not be in the future, in the organization's time zone.`,
  }),
  retainerStatus: oneOf(caseEnumerations.retainerStatus).nullable().optional(),
  customFields: CustomFieldChanges.optional(),
};

export const GivenAttorney = z.strictObject({ attorneyId: Id, role: AttorneyRole });
export type GivenAttorney = z.infer<typeof GivenAttorney>;

const NewCaseFields = z.strictObject({
  ...caseFields,
  caseType: CaseType,
  statuteOfLimitationsOn: PlausibleDate.nullable().optional().meta({
    description:
      "The last day to sue: becomes a deadline of type `statute_of_limitations` that a second person has to verify. If the case is closed or archived, the deadline is created as canceled.",
  }),
  matterStage: MatterStage.optional().meta({ description: "Default: `intake`." }),
  matterStatus: MatterStatus.optional().meta({ description: "Default: `pending`." }),
  statusReason: optionalText(500),
  closedOn: optionalDate,
  attorneys: z.array(GivenAttorney).max(20).optional(),
  tags: GivenTags.optional(),
});
/** A case to create, once its client exists. */
export type CaseToCreate = z.infer<typeof NewCaseFields> & {
  plaintiffId: string;
  leadId?: string | null;
  limitationSource?: LimitationSource;
};
/** Where the date of limitation of a new case came from. */
export type LimitationSource = "case_creation" | "lead_estimate";

/**
 * The body of `POST /cases`.
 *
 * @param Client the schema of a new client, from the clients area
 */
export function newCaseSchema<Client extends z.ZodType>(Client: Client) {
  return z
    .strictObject({
      ...NewCaseFields.shape,
      plaintiffId: Id.optional(),
      plaintiff: Client.optional().meta({ description: "A new client, in place of `plaintiffId`." }),
    })
    .superRefine(
      (input: z.infer<typeof NewCaseFields> & { plaintiffId?: string | undefined; plaintiff?: unknown }, context) => {
        const addIssue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
        if ((input.plaintiffId === undefined) === (input.plaintiff === undefined))
          addIssue("plaintiffId", "send either this or plaintiff");
        for (const [path, message] of validateStageAndStatus(input)) addIssue(path, message);
        const attorneys = input.attorneys ?? [];
        if (attorneys.filter(({ role }) => role === "lead").length > 1)
          addIssue("attorneys", "must contain at most one lead");
        if (new Set(attorneys.map(({ attorneyId, role }) => `${role} ${attorneyId}`)).size < attorneys.length)
          addIssue("attorneys", "must not contain an attorney twice in a role");
      },
    );
}

type CaseStatusFields = Pick<
  z.infer<typeof NewCaseFields>,
  "matterStage" | "matterStatus" | "statusReason" | "closedOn"
>;

/**
 * Stage closed requires status closed or archived, and vice versa. Then `closedOn` and `statusReason` are required;
 * otherwise `closedOn` is not allowed.
 *
 * @returns path and message of each issue
 */
function validateStageAndStatus({
  matterStage = "intake",
  matterStatus = "pending",
  statusReason,
  closedOn,
}: CaseStatusFields): [string, string][] {
  const isClosed = matterStatus === "closed" || matterStatus === "archived";
  const issues: [string, string][] = [];
  if (isClosed !== (matterStage === "closed"))
    issues.push(["matterStage", "must be closed if and only if the status is closed or archived"]);
  if (isClosed && (closedOn === undefined || closedOn === null))
    issues.push(["closedOn", "required for a closed case"]);
  if (isClosed && (statusReason === undefined || statusReason === null))
    issues.push(["statusReason", "required for a closed case"]);
  if (!isClosed && closedOn !== undefined && closedOn !== null)
    issues.push(["closedOn", "allowed only for a closed case"]);
  return issues;
}

/** Stage and status change only by transitions. */
export const CaseChanges = z.strictObject({
  ...caseFields,
  caseType: CaseType.optional(),
  attorneyId: Id.nullable().optional().meta({ description: "The lead attorney; replaces the previous one." }),
  // Integrations write back what they read: the present value and a reason are accepted and change nothing (0095).
  statuteOfLimitationsOn: optionalDate.meta({
    description:
      "Only the value that the case has: it follows from the case's deadlines, and another value fails with 409.",
  }),
  reason: text(1, 500)
    .refine((reason) => reason.trim() !== "", "must not be blank")
    .optional()
    .meta({
      minLength: 1,
      maxLength: 500,
      description: "Accepted with `statuteOfLimitationsOn`, and not kept: the deadline has the reason of its change.",
    }),
});
export type CaseChanges = z.infer<typeof CaseChanges>;
