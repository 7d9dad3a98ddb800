import * as z from "zod";
import { CalendarDate, Cents, Id, Instant } from "../../contract/values/values.ts";
import { CustomFieldValues } from "../../contract/values/custom-fields.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { caseEnumerations } from "./enumerations.ts";

export const PlaintiffSummary = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dateOfBirth: CalendarDate.nullable(),
  ssnFourDigits: z.string().nullable().meta({ description: "The last four digits, for identification." }),
});

export const CaseAttorney = z.object({
  attorneyId: Id,
  role: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  assignedAt: Instant,
});

export const CaseTag = z.object({ name: z.string(), color: z.string().meta({ example: "#b45309" }) });

const statuteDescription =
  "The earliest `effectiveOn` of the case's deadlines of type `statute_of_limitations` that are open or missed; null without one. Change the deadline to change it.";
export const courtCalendarDescription =
  "The holiday calendar of the case's court, of kind `court`. Deadlines are counted in it unless they have a calendar of their own; existing ones keep theirs. null for the calendar of the county or the state.";
export const contactDescription =
  "The day of the firm's last contact with the client. Set by the system that manages the firm's communications.";

export const CaseDetail = z
  .object({
    id: Id,
    sequenceId: z.string().meta({ example: "2026-000123" }),
    organizationId: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    dateOfBirth: CalendarDate.nullable(),
    title: z.string().nullable(),
    practiceArea: z.string().nullable(),
    description: z.string().nullable(),
    intakeNotes: z.string().nullable(),
    injuryDescription: z.string().nullable(),
    caseType: z.string(),
    subCaseType: z.string().nullable(),
    caseState: z.string().nullable().meta({ description: "The US jurisdiction of the matter, two letters." }),
    jurisdictionCounty: z.string().nullable(),
    courtCalendarId: Id.nullable().meta({ description: courtCalendarDescription }),
    matterStage: z.string(),
    matterStatus: z.string(),
    statusReason: z.string().nullable(),
    stageEnteredAt: Instant.nullable(),
    caseSource: z.string().nullable(),
    caseMatchMode: z.string().nullable(),
    attorneyId: Id.nullable(),
    plaintiffId: Id,
    leadId: Id.nullable().meta({ description: "The lead that became this case." }),
    externalId: z.string().nullable(),
    partnerId: z.string().nullable(),
    partnerName: z.string().nullable(),
    partnerResult: z.string().nullable(),
    partnerPriceCents: Cents.nullable(),
    highValue: z.boolean(),
    vetted: z.boolean(),
    isCommercial: z.boolean(),
    trialBound: z.boolean(),
    caseScore: z.number().nullable(),
    projectedWinRate: z.number().nullable(),
    projectedFeeAmountCents: Cents.nullable(),
    estimatedSettlementMinCents: Cents.nullable(),
    estimatedSettlementMaxCents: Cents.nullable(),
    settlementAmountCents: Cents.nullable(),
    recoveryAmountCents: Cents.nullable(),
    projectedSettlementDate: Instant.nullable(),
    projectedSettlementDateLabel: z.string().nullable(),
    projectedSettlementDatePrecision: z.string().nullable().meta({ example: "exact" }),
    estimatedTimeToResolution: z.number().nullable().meta({ description: "Days." }),
    attorneyFeePercentage: z.number().nullable(),
    settlementDate: Instant.nullable(),
    recoveryDate: Instant.nullable(),
    resolutionDate: Instant.nullable(),
    dateOfIncident: CalendarDate.nullable(),
    caseMatchDate: Instant.nullable(),
    caseReviewedDate: Instant.nullable(),
    openedOn: CalendarDate.nullable(),
    engagedOn: CalendarDate.nullable().meta({ description: "When the retainer was signed." }),
    retainerStatus: z.string().nullable(),
    statuteOfLimitationsOn: CalendarDate.nullable().meta({ description: statuteDescription }),
    statuteOfLimitationsStatus: oneOf(caseEnumerations.statuteOfLimitationsStatus).meta({
      description: "Of the deadline that `statuteOfLimitationsOn` shows.",
    }),
    lastClientContactOn: CalendarDate.nullable().meta({ description: contactDescription }),
    closedOn: CalendarDate.nullable(),
    customFields: CustomFieldValues,
    createdAt: Instant,
    updatedAt: Instant,
    deletedAt: Instant.nullable(),
    plaintiff: PlaintiffSummary,
    attorneys: z.array(CaseAttorney),
    tags: z.array(CaseTag),
  })
  .meta({ id: "CaseDetail" });
export type CaseDetail = z.infer<typeof CaseDetail>;

/** A case in a list: of the client only the names. */
export const CaseSummary = z
  .object({
    id: Id,
    sequenceId: z.string().meta({ example: "2026-000123" }),
    title: z.string().nullable(),
    externalId: z.string().nullable(),
    caseType: z.string(),
    caseState: z.string().nullable(),
    matterStage: z.string(),
    matterStatus: z.string(),
    stageEnteredAt: Instant.nullable(),
    plaintiff: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
    attorneyId: Id.nullable(),
    partnerId: z.string().nullable(),
    highValue: z.boolean(),
    openedOn: CalendarDate.nullable(),
    closedOn: CalendarDate.nullable(),
    tags: z.array(CaseTag),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "CaseSummary" });
export type CaseSummary = z.infer<typeof CaseSummary>;
