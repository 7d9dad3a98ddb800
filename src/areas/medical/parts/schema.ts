import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { partEnumerations } from "./enumerations.ts";
import { CalendarDate, Cents, GivenInstant, Id, Instant, Revision, text } from "../../../contract/values/values.ts";
import { ShownFacility } from "../requests/schema.ts";
import { ExternalId } from "../facilities/schema.ts";

const head = { id: Id, organizationId: Id, facility: ShownFacility, caseId: Id, clientId: Id };
const foot = { externalId: z.string().nullable(), revision: Revision, createdAt: Instant, updatedAt: Instant };
const ShownDocument = z.object({ id: Id, name: z.string() }).nullable();
const codes = z.array(text(1, 20)).max(100);
const TreatmentType = oneOf(partEnumerations.treatmentType);
export const BillStatus = oneOf(partEnumerations.billStatus);
export type BillStatus = z.infer<typeof BillStatus>;
const ChronologyStatus = oneOf(partEnumerations.chronologyStatus);

export const MedicalTreatment = z
  .object({
    ...head,
    provider: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The treating provider, if not the facility itself." }),
    treatmentType: TreatmentType,
    startOn: CalendarDate,
    endOn: CalendarDate.nullable(),
    diagnosisCodes: z.array(z.string()),
    procedureCodes: z.array(z.string()),
    notes: z.string().nullable(),
    nextAppointmentAt: Instant.nullable(),
    gapDays: z.int().nullable().meta({
      description:
        "Days without care before this treatment, since the end of all earlier treatments of the case. null for the first.",
    }),
    ...foot,
  })
  .meta({ id: "MedicalTreatment" });
export type MedicalTreatment = z.infer<typeof MedicalTreatment>;

const treatmentFields = z.strictObject({
  treatmentType: TreatmentType,
  startOn: CalendarDate,
  endOn: CalendarDate.nullable().optional(),
  providerContactId: Id.nullable().optional(),
  diagnosisCodes: codes.optional().meta({ description: "ICD-10." }),
  procedureCodes: codes.optional().meta({ description: "CPT or HCPCS." }),
  notes: text(1, 5000).nullable().optional(),
  nextAppointmentAt: GivenInstant.nullable().optional(),
  externalId: ExternalId.nullable().optional(),
});
export const NewTreatment = treatmentFields;
export type NewTreatment = z.infer<typeof NewTreatment>;
export const TreatmentChanges = treatmentFields.partial();

export const MedicalBill = z
  .object({
    ...head,
    accountNumber: z.string().nullable(),
    billDate: CalendarDate.nullable(),
    receivedOn: CalendarDate.nullable(),
    serviceStartOn: CalendarDate.nullable(),
    serviceEndOn: CalendarDate.nullable(),
    billedCents: Cents,
    adjustmentCents: Cents,
    insurancePaidCents: Cents,
    clientPaidCents: Cents,
    medPayPaidCents: Cents,
    writeOffCents: Cents,
    reductionNegotiatedCents: Cents.meta({ description: "The negotiated part of the adjustment." }),
    balanceCents: Cents.meta({
      description: "The balance: billed less adjustment, payments and write-off; never negative.",
    }),
    isLien: z.boolean(),
    cptCodes: z.array(z.string()),
    document: ShownDocument,
    status: BillStatus,
    availableTransitions: z.array(BillStatus),
    notes: z.string().nullable(),
    ...foot,
  })
  .meta({ id: "MedicalBill" });
export type MedicalBill = z.infer<typeof MedicalBill>;

/** At most a thousand million dollars: sums of bills stay within the safe integers. */
const amount = z.int().min(0).max(100_000_000_000);
const billFields = z.strictObject({
  billedCents: amount,
  adjustmentCents: amount.optional(),
  insurancePaidCents: amount.optional(),
  clientPaidCents: amount.optional(),
  medPayPaidCents: amount.optional(),
  writeOffCents: amount.optional(),
  reductionNegotiatedCents: amount.optional(),
  accountNumber: text(1, 100).nullable().optional(),
  billDate: CalendarDate.nullable().optional(),
  receivedOn: CalendarDate.nullable().optional(),
  serviceStartOn: CalendarDate.nullable().optional(),
  serviceEndOn: CalendarDate.nullable().optional(),
  isLien: z.boolean().optional(),
  cptCodes: codes.optional(),
  documentId: Id.nullable().optional(),
  status: BillStatus.optional(),
  notes: text(1, 5000).nullable().optional(),
  externalId: ExternalId.nullable().optional(),
});
export const NewBill = billFields;
export type NewBill = z.infer<typeof NewBill>;
export const BillChanges = billFields.partial();

export const MedicalRecord = z
  .object({
    ...head,
    request: z.object({ id: Id, requestNumber: z.string() }).nullable(),
    document: ShownDocument,
    recordType: z.string(),
    serviceStartOn: CalendarDate.nullable(),
    serviceEndOn: CalendarDate.nullable(),
    pageCount: z.int().nullable(),
    isCertified: z.boolean(),
    reviewedBy: z.object({ id: Id, firstName: z.string(), lastName: z.string() }).nullable(),
    reviewedAt: Instant.nullable(),
    summary: z.string().nullable(),
    chronologyStatus: ChronologyStatus,
    ...foot,
  })
  .meta({ id: "MedicalRecord" });
export type MedicalRecord = z.infer<typeof MedicalRecord>;

const recordFields = z.strictObject({
  recordType: text(1, 100),
  requestId: Id.nullable().optional(),
  documentId: Id.nullable().optional(),
  serviceStartOn: CalendarDate.nullable().optional(),
  serviceEndOn: CalendarDate.nullable().optional(),
  pageCount: z.int().min(0).max(10_000_000).nullable().optional(),
  isCertified: z.boolean().optional(),
  reviewed: z
    .boolean()
    .optional()
    .meta({ description: "`true` records a review by the acting attorney now; `false` removes it." }),
  summary: text(1, 20_000).nullable().optional(),
  chronologyStatus: ChronologyStatus.optional(),
  externalId: ExternalId.nullable().optional(),
});
export const NewRecord = recordFields;
export type NewRecord = z.infer<typeof NewRecord>;
export const RecordChanges = recordFields.partial();

export const ofFacility = { facilityId: Id };
