import * as z from "zod";
import { CalendarDate, Cents, Email, Id, Instant, Revision, maximumRevision, text } from "../../contract/values.ts";

/** Source: specification, "1. Update facility routing config". */
export const FacilityType = z.enum([
  "hospital",
  "clinic",
  "imaging_center",
  "physical_therapy",
  "pharmacy",
  "laboratory",
  "specialist_office",
  "emergency_room",
  "urgent_care",
  "chiropractor",
  "other",
]);

export const DeliveryMethod = z.enum(["email", "fax", "mail", "portal"]);

/** How a department of the facility is reached. All members optional, no others allowed. */
export const DepartmentInfo = z
  .strictObject({
    contactPerson: text(1, 200).nullable().optional(),
    email: Email.nullable().optional(),
    phone: text(1, 50).nullable().optional(),
    fax: text(1, 50).nullable().optional(),
    preferredDeliveryMethod: DeliveryMethod.nullable().optional(),
    notes: text(1, 2000).nullable().optional(),
  })
  .meta({ id: "DepartmentInfo" });

/** The routing fields that may change. A department object replaces the one before it whole. */
export const FacilityChanges = z.strictObject({
  facilityType: FacilityType.nullable().optional(),
  recordsNeeded: z.boolean().optional(),
  billsNeeded: z.boolean().optional(),
  recordsDepartmentInfo: DepartmentInfo.nullable().optional(),
  billingDepartmentInfo: DepartmentInfo.nullable().optional(),
});
export type FacilityChanges = z.infer<typeof FacilityChanges>;

export const ExpectedVersion = z.int().min(1).max(maximumRevision).meta({ description: "The version that the caller last saw." });

export const Facility = z
  .object({
    facilityId: Id,
    organizationId: Id,
    caseId: Id,
    clientId: Id,
    contactId: Id,
    name: z.string().meta({ description: "Name, NPI, address, phone and fax are the contact's, and read-only here." }),
    npi: z.string().nullable(),
    address: z.object({
      line1: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      zipCode: z.string().nullable(),
    }),
    phone: z.string().nullable(),
    fax: z.string().nullable(),
    version: Revision,
    facilityType: FacilityType.nullable(),
    recordsNeeded: z.boolean(),
    billsNeeded: z.boolean(),
    recordsDepartmentInfo: DepartmentInfo.nullable(),
    billingDepartmentInfo: DepartmentInfo.nullable(),
    isTreating: z.boolean(),
    treatmentStatus: z.string(),
    firstVisitOn: CalendarDate.nullable(),
    lastVisitOn: CalendarDate.nullable(),
    accountNumber: z.string().nullable(),
    chartNumber: z.string().nullable(),
    totalBilledCents: Cents,
    totalPaidCents: Cents,
    balanceCents: Cents,
    hasLien: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Facility" });
export type Facility = z.infer<typeof Facility>;

/** Source: domain model, area 18. */
export const RetrievalStatus = z.enum([
  "draft",
  "awaiting_authorization",
  "ready",
  "submitted",
  "acknowledged",
  "in_progress",
  "fee_requested",
  "fee_approved",
  "fee_disputed",
  "no_response",
  "escalated",
  "rejected",
  "on_hold",
  "partially_received",
  "received",
  "under_review",
  "incomplete",
  "certified",
  "completed",
  "no_records",
  "cancelled",
  "expired",
]);

const Person = z.object({ id: Id, firstName: z.string(), lastName: z.string() });

export const RetrievalRequest = z
  .object({
    id: Id,
    organizationId: Id,
    requestNumber: z.string().meta({ example: "RR-2026-00042" }),
    case: z.object({ id: Id, sequenceId: z.string() }),
    client: Person,
    facility: z.object({ facilityId: Id, name: z.string(), facilityType: FacilityType.nullable() }),
    vendor: z.object({ id: Id, name: z.string() }).nullable(),
    vendorReference: z.string().nullable(),
    requestType: z.string(),
    recordTypes: z.array(z.string()),
    dateRangeStartOn: CalendarDate.nullable(),
    dateRangeEndOn: CalendarDate.nullable(),
    allDates: z.boolean(),
    purpose: z.string().nullable(),
    priority: z.string(),
    deliveryMethod: z.string(),
    sentTo: DepartmentInfo.nullable().meta({ description: "The facility's records or billing department, by the type of the request." }),
    certificationRequired: z.boolean(),
    authorizationStatus: z.string(),
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
    timeline: z.array(
      z.object({ at: Instant, status: RetrievalStatus, actor: z.string(), note: z.string().nullable() }),
    ),
    externalId: z.string().nullable(),
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "RetrievalRequest" });
export type RetrievalRequest = z.infer<typeof RetrievalRequest>;
export type RetrievalStatus = z.infer<typeof RetrievalStatus>;
