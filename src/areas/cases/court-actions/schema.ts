import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Jurisdiction } from "../../../contract/portal/organization-profile.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import {
  CalendarDate,
  Cents,
  GivenInstant,
  Id,
  Instant,
  PastDate,
  PlausibleDate,
  text,
  trimmedText,
  versionFields,
} from "../../../contract/values/values.ts";
import { ContactSummary } from "../contacts/schema.ts";
import { courtActionEnumerations } from "./enumerations.ts";

const type = oneOf(courtActionEnumerations.courtActionType);
export const CourtActionStatus = oneOf(courtActionEnumerations.courtActionStatus);
export type CourtActionStatus = z.infer<typeof CourtActionStatus>;
const jurisdiction = z.union([Jurisdiction, z.literal("US")]);
const GivenPast = PastDate.nullable().optional().meta({
  description: "Not in the future, in the organization's time zone.",
});

const optional = {
  courtContactId: Id.nullable()
    .optional()
    .meta({ description: "The contact of the court; required without `courtName`." }),
  courtName: trimmedText(200)
    .nullable()
    .optional()
    .meta({ description: "The name of a court that is no contact, or of its division." }),
  jurisdiction: jurisdiction.optional().meta({
    description:
      "A state, or `US`. By default `US` for `federal_civil`, else the case's `caseState`, or `US` without one.",
  }),
  county: trimmedText(100).nullable().optional(),
  docketNumber: trimmedText(100)
    .nullable()
    .optional()
    .meta({ description: "Unique among the court actions of the case, ignoring case." }),
  caption: trimmedText(300).nullable().optional().meta({ example: "Marsh v. Lone Star Freight" }),
  judgeContactId: Id.nullable().optional().meta({ description: "The contact of the judge." }),
  status: CourtActionStatus.optional().meta({
    description:
      "`filed` requires `filedOn`, `answered` `answeredOn`, `trial_set` `trialOn` and `judgment` `judgmentOn`. A status that is listed before the current one requires `statusReason`.",
  }),
  filedOn: GivenPast,
  answeredOn: GivenPast,
  trialOn: PlausibleDate.nullable().optional(),
  judgmentOn: GivenPast,
  judgmentCents: Cents.min(0).nullable().optional(),
  disposition: text(1, 1_000).nullable().optional(),
  isPrimary: z.boolean().optional().meta({ description: "The one that the case's summary shows; at most one." }),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

export const NewCourtAction = z.strictObject({ type, ...optional });
export type NewCourtAction = z.infer<typeof NewCourtAction>;

export const CourtActionChanges = z.strictObject({
  type: type.optional(),
  ...optional,
  statusReason: text(1, 1_000)
    .optional()
    .meta({ description: "Why the status changes; allowed only with another `status`." }),
});
export type CourtActionChanges = z.infer<typeof CourtActionChanges>;

export const CourtAction = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    type,
    court: ContactSummary.nullable(),
    courtName: z.string().nullable(),
    jurisdiction,
    county: z.string().nullable(),
    docketNumber: z.string().nullable(),
    caption: z.string().nullable(),
    judge: ContactSummary.nullable(),
    status: CourtActionStatus,
    statusReason: z.string().nullable().meta({ description: "Why it got its status, where the request said so." }),
    filedOn: CalendarDate.nullable(),
    answeredOn: CalendarDate.nullable(),
    trialOn: CalendarDate.nullable(),
    judgmentOn: CalendarDate.nullable(),
    judgmentCents: Cents.nullable(),
    disposition: z.string().nullable(),
    isPrimary: z.boolean(),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted court action.",
    }),
  })
  .meta({ id: "CourtAction" });
export type CourtAction = z.infer<typeof CourtAction>;

/** Notes are privileged. */
export const CourtActionInEvent = CourtAction.extend({ notes: Redacted }).meta({ id: "CourtActionInEvent" });

export const CourtActionPage = z.strictObject(sortedPageInput);

export const CourtActionQuery = z.strictObject({
  ...sortedPageInput,
  docketNumber: trimmedText(100).optional().meta({ description: "The whole number, ignoring case." }),
  status: CourtActionStatus.optional(),
  trialFrom: CalendarDate.optional().meta({ description: "Trials on or after this day." }),
  trialTo: CalendarDate.optional().meta({ description: "Trials on or before this day." }),
  updatedSince: GivenInstant.optional().meta({
    description: "Court actions changed at or after this instant. Combine with `sort=updated` to synchronize a copy.",
  }),
});
export type CourtActionQuery = z.infer<typeof CourtActionQuery>;
