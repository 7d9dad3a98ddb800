import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { facilityEnumerations } from "./enumerations.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import {
  CalendarDate,
  Cents,
  Email,
  Id,
  Instant,
  Revision,
  maxRevision,
  text,
  trimmedText,
} from "../../../contract/values/values.ts";

export const FacilityType = oneOf(facilityEnumerations.facilityType);
export const DeliveryMethod = oneOf(sharedEnumerations.deliveryMethod);
export const TreatmentStatus = oneOf(facilityEnumerations.treatmentStatus);
const RecordsStatus = oneOf(facilityEnumerations.recordsStatus);

/** The client application's id of a record; unique per record type. */
export const ExternalId = text(1, 200);

/** How a department of the facility is reached. All members optional, no others allowed. */
export const DepartmentInfo = z
  .strictObject({
    contactPerson: trimmedText(200).nullable().optional(),
    email: Email.nullable().optional(),
    phone: trimmedText(50).nullable().optional(),
    fax: trimmedText(50).nullable().optional(),
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

export const ExpectedVersion = z.int().min(1).max(maxRevision).meta({ description: "The version that you last read." });

export const Facility = z
  .object({
    facilityId: Id,
    organizationId: Id,
    caseId: Id,
    clientId: Id,
    contactId: Id,
    name: z
      .string()
      .meta({ description: "Name, NPI, address, phone and fax belong to the contact and are read-only here." }),
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
    treatmentStatus: TreatmentStatus,
    firstVisitOn: CalendarDate.nullable(),
    lastVisitOn: CalendarDate.nullable(),
    accountNumber: z.string().nullable(),
    chartNumber: z.string().nullable(),
    recordsStatus: RecordsStatus,
    billsStatus: RecordsStatus,
    totalBilledCents: Cents.meta({ description: "The total of its bills, as for all totals." }),
    totalAdjustedCents: Cents.meta({ description: "Adjustments and write-offs." }),
    totalPaidCents: Cents,
    balanceCents: Cents,
    hasLien: z.boolean(),
    externalId: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Facility" });
export type Facility = z.infer<typeof Facility>;

export const NewFacility = z.strictObject({
  contactId: Id,
  ...FacilityChanges.shape,
  isTreating: z.boolean().optional(),
  treatmentStatus: TreatmentStatus.optional(),
  firstVisitOn: CalendarDate.nullable().optional(),
  lastVisitOn: CalendarDate.nullable().optional(),
  accountNumber: text(1, 100).nullable().optional(),
  chartNumber: text(1, 100).nullable().optional(),
  hasLien: z.boolean().optional(),
  externalId: ExternalId.nullable().optional(),
});
export type NewFacility = z.infer<typeof NewFacility>;

export const nextCursor = z.string().nullable();

export const FacilityFilter = {
  ...sortedPageInput,
  caseId: Id.optional(),
  clientId: Id.optional(),
  contactId: Id.optional(),
  facilityType: FacilityType.optional(),
  recordsNeeded: z.boolean().optional(),
  billsNeeded: z.boolean().optional(),
};
export type FacilityFilter = z.infer<z.ZodObject<typeof FacilityFilter>>;

export const reading = { area: "Medical", scope: "medical:read", tier: "sensitive" } as const;
export const changing = { area: "Medical", scope: "medical:write", readBy: "medical:read", tier: "sensitive" } as const;
