import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { requestEnumerations } from "./enumerations.ts";
import { authorizationEnumerations } from "../authorizations/enumerations.ts";
import { CalendarDate, Cents, Id, Instant, text, versionFields } from "../../../contract/values/values.ts";
import { DeliveryMethod, DepartmentInfo, ExternalId, FacilityType } from "../facilities/schema.ts";

export const RetrievalStatus = oneOf(sharedEnumerations.requestStatus);
export type RetrievalStatus = z.infer<typeof RetrievalStatus>;
export const RequestType = oneOf(requestEnumerations.requestType);
export const RequestPriority = oneOf(requestEnumerations.requestPriority);
export const FollowUpMethod = oneOf(requestEnumerations.followUpMethod);
const AuthorizationStatus = oneOf(requestEnumerations.authorizationStatus);
const AuthorizationScope = oneOf(authorizationEnumerations.authorizationScope);

export const ShownFacility = z.object({ facilityId: Id, name: z.string(), facilityType: FacilityType.nullable() });
const Person = z.object({ id: Id, firstName: z.string(), lastName: z.string() });

export const RetrievalRequest = z
  .object({
    id: Id,
    organizationId: Id,
    requestNumber: z.string().meta({ example: "RR-2026-00042" }),
    case: z.object({ id: Id, sequenceId: z.string() }),
    client: Person,
    facility: ShownFacility,
    vendor: z.object({ id: Id, name: z.string() }).nullable(),
    vendorReference: z.string().nullable(),
    requestType: RequestType,
    recordTypes: z.array(z.string()),
    dateRangeStartOn: CalendarDate.nullable(),
    dateRangeEndOn: CalendarDate.nullable(),
    allDates: z.boolean(),
    purpose: z.string().nullable(),
    priority: RequestPriority,
    deliveryMethod: DeliveryMethod,
    sentTo: DepartmentInfo.nullable().meta({
      description: "The facility's records or billing department, depending on the request's type.",
    }),
    certificationRequired: z.boolean(),
    affidavitRequired: z.boolean(),
    notarized: z.boolean(),
    includesMentalHealth: z.boolean().meta({
      description:
        "Requests records of this sensitive category, as do the next two; the authorization must include it.",
    }),
    includesSubstanceUse: z.boolean(),
    includesHiv: z.boolean(),
    authorization: z
      .object({
        id: Id,
        scope: AuthorizationScope,
        signedOn: CalendarDate.nullable(),
        expiresOn: CalendarDate.nullable(),
        revokedOn: CalendarDate.nullable(),
      })
      .nullable(),
    authorizationStatus: AuthorizationStatus.meta({
      description:
        "As of today, in the organization's time zone, while the request is open; `rejected` until the next transition.",
    }),
    authorizationExpiresOn: CalendarDate.nullable(),
    status: RetrievalStatus,
    availableTransitions: z.array(RetrievalStatus),
    statusReason: z.string().nullable(),
    statusChangedAt: Instant,
    submittedAt: Instant.nullable(),
    acknowledgedAt: Instant.nullable(),
    receivedAt: Instant.nullable(),
    completedAt: Instant.nullable(),
    dueOn: CalendarDate.nullable(),
    followUpOn: CalendarDate.nullable(),
    followUpCount: z.int(),
    lastFollowUpAt: Instant.nullable(),
    feeQuotedCents: Cents.nullable(),
    feeApprovedCents: Cents.nullable(),
    pagesReceived: z.int().nullable(),
    requestedBy: Person.nullable(),
    notes: z.string().nullable(),
    documents: z.array(z.object({ id: Id, name: z.string(), attachedAt: Instant })).meta({
      description: "The newest 200 that are not deleted, oldest first; in lists and the queue the newest 10.",
    }),
    timeline: z
      .array(z.object({ at: Instant, status: RetrievalStatus, actor: z.string(), note: z.string().nullable() }))
      .meta({ description: "The newest 200 entries, oldest first; in lists and the queue the newest 10." }),
    leasedUntil: Instant.nullable().meta({ description: "When the vendor's lease expires." }),
    externalId: z.string().nullable(),
    ...versionFields,
  })
  .meta({ id: "RetrievalRequest" });
export type RetrievalRequest = z.infer<typeof RetrievalRequest>;

/** The status changes only by transitions. */
const descriptive = {
  vendorId: Id.nullable(),
  vendorReference: text(1, 200).nullable(),
  requestType: RequestType,
  recordTypes: z.array(text(1, 100)).max(50).meta({
    description:
      "Which records are wanted, in the words of the firm or the facility, such as `emergency_room` or `imaging_reports`. Free text: it is sent to the facility as it is, and no list of names is checked.",
  }),
  dateRangeStartOn: CalendarDate.nullable(),
  dateRangeEndOn: CalendarDate.nullable(),
  allDates: z.boolean(),
  purpose: text(1, 500).nullable(),
  priority: RequestPriority,
  deliveryMethod: DeliveryMethod,
  certificationRequired: z.boolean(),
  affidavitRequired: z.boolean(),
  notarized: z.boolean(),
  includesMentalHealth: z.boolean(),
  includesSubstanceUse: z.boolean(),
  includesHiv: z.boolean(),
  authorizationId: Id.nullable(),
  dueOn: CalendarDate.nullable(),
  followUpOn: CalendarDate.nullable(),
  notes: text(1, 5000).nullable(),
  externalId: ExternalId.nullable(),
};

export const RetrievalChanges = z.strictObject(descriptive).partial();
export type RetrievalChanges = z.infer<typeof RetrievalChanges>;

export const NewRetrievalRequest = RetrievalChanges.extend({ facilityId: Id, requestType: RequestType });
export type NewRetrievalRequest = z.infer<typeof NewRetrievalRequest>;

const fee = z.int().min(0).max(100_000_000_000);

/** A transition, with the members that the new status requires. */
export const RetrievalMove = z.strictObject({
  toStatus: RetrievalStatus,
  reason: text(1, 1000)
    .optional()
    .meta({ description: "Required for rejected, on_hold, fee_disputed, escalated and incomplete." }),
  authorizationId: Id.optional().meta({
    description: "For awaiting_authorization, ready and submitted: the new authorization.",
  }),
  vendorReference: text(1, 200).optional(),
  feeQuotedCents: fee.optional().meta({ description: "Required for fee_requested." }),
  feeApprovedCents: fee.optional().meta({ description: "For fee_approved; default: the quoted fee." }),
  pagesReceived: z
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .meta({ description: "Required for partially_received and received: the total of pages so far." }),
  dueOn: CalendarDate.optional().meta({ description: "For submitted; default: 30 days later." }),
  followUpOn: CalendarDate.optional(),
});
export type RetrievalMove = z.infer<typeof RetrievalMove>;

type MoveField = Exclude<keyof RetrievalMove, "toStatus" | "reason">;

/** Required and accepted members by target status; every status accepts a reason. */
const entering: Record<RetrievalStatus, { needs?: readonly (MoveField | "reason")[]; takes?: readonly MoveField[] }> = {
  draft: {},
  awaiting_authorization: { takes: ["authorizationId"] },
  ready: { takes: ["authorizationId"] },
  submitted: { takes: ["authorizationId", "vendorReference", "dueOn", "followUpOn"] },
  acknowledged: { takes: ["vendorReference", "followUpOn"] },
  in_progress: { takes: ["vendorReference", "followUpOn"] },
  fee_requested: { needs: ["feeQuotedCents"], takes: ["followUpOn"] },
  fee_approved: { takes: ["feeApprovedCents", "followUpOn"] },
  fee_disputed: { needs: ["reason"], takes: ["followUpOn"] },
  no_response: { takes: ["followUpOn"] },
  escalated: { needs: ["reason"], takes: ["followUpOn"] },
  rejected: { needs: ["reason"] },
  on_hold: { needs: ["reason"], takes: ["followUpOn"] },
  partially_received: { needs: ["pagesReceived"], takes: ["followUpOn"] },
  received: { needs: ["pagesReceived"] },
  under_review: {},
  incomplete: { needs: ["reason"], takes: ["followUpOn"] },
  certified: {},
  completed: {},
  no_records: {},
  cancelled: {},
  expired: {},
};

/** For `.superRefine`: requires the members of the target status and rejects others. */
export function validateMove(move: RetrievalMove, context: z.RefinementCtx): void {
  const { needs = [], takes = [] } = entering[move.toStatus];
  for (const field of needs) {
    if (move[field] === undefined)
      context.addIssue({ code: "custom", path: [field], message: `required for ${move.toStatus}` });
  }
  const known = new Set<string>([...needs, ...takes, "toStatus", "reason", "requestId"]);
  for (const field of Object.keys(move)) {
    if (!known.has(field))
      context.addIssue({ code: "custom", path: [field], message: `not allowed for ${move.toStatus}` });
  }
}

export const NewFollowUp = z.strictObject({
  method: FollowUpMethod,
  note: text(1, 2000).optional(),
  nextFollowUpOn: CalendarDate.optional().meta({ description: "Default: ten days later." }),
});
export type NewFollowUp = z.infer<typeof NewFollowUp>;

export const RetrievalFollowUp = z
  .object({
    id: Id,
    requestId: Id,
    method: FollowUpMethod,
    note: z.string().nullable(),
    nextFollowUpOn: CalendarDate.nullable(),
    actor: z.string(),
    createdAt: Instant,
  })
  .meta({ id: "RetrievalFollowUp" });
export type RetrievalFollowUp = z.infer<typeof RetrievalFollowUp>;

export const RetrievalFilter = {
  ...sortedPageInput,
  status: RetrievalStatus.optional(),
  caseId: Id.optional(),
  facilityId: Id.optional(),
  vendorId: Id.optional(),
  externalId: ExternalId.optional(),
  readyForPickup: z
    .boolean()
    .optional()
    .meta({ description: "`true`: only requests in the vendor queue that are not leased." }),
  dueBefore: CalendarDate.optional().meta({ description: "Due before this day." }),
};
export type RetrievalFilter = z.infer<z.ZodObject<typeof RetrievalFilter>>;
