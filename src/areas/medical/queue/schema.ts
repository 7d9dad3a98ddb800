import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { queueEnumerations } from "./enumerations.ts";
import { partEnumerations } from "../parts/enumerations.ts";
import { CalendarDate, Cents, Id, Instant, text } from "../../../contract/values/values.ts";
import { RetrievalRequest, RetrievalStatus, ShownFacility } from "../requests/schema.ts";
import { FacilityType } from "../facilities/schema.ts";

export const maxLease = 50;

export const LeaseRequest = z.strictObject({
  limit: z.int().min(1).max(maxLease).default(10),
  leaseSeconds: z
    .int()
    .min(30)
    .max(3600)
    .default(300)
    .meta({ description: "The duration of the lease. Requests that are not completed by then return to the queue." }),
  vendorId: Id.optional().meta({ description: "Only requests for this vendor." }),
});
export type LeaseRequest = z.infer<typeof LeaseRequest>;

export const Lease = z.object({
  leaseToken: z
    .string()
    .meta({ description: "Returned only with the lease; `POST /retrieval-queue/ack` requires it." }),
  leasedUntil: Instant,
  retrievalRequest: RetrievalRequest,
});

export const Acknowledgment = z
  .strictObject({
    requestId: Id,
    leaseToken: text(1, 100),
    result: oneOf(queueEnumerations.queueResult),
    vendorReference: text(1, 200).optional(),
    reason: text(1, 1000).optional().meta({ description: "Required for `rejected`." }),
  })
  .refine(({ result, reason }) => result !== "rejected" || reason !== undefined, {
    path: ["reason"],
    message: "required for rejected",
  });
export type Acknowledgment = z.infer<typeof Acknowledgment>;

export const QueueResult = z.object({
  index: z.int(),
  requestId: Id,
  status: oneOf(queueEnumerations.queueItemStatus),
  requestStatus: RetrievalStatus.nullable().meta({ description: "The request's status; null if the item failed." }),
  code: z.enum(["NOT_FOUND", "INVALID_STATE_TRANSITION"]).nullable(),
  error: z.string().nullable(),
});
export type QueueResult = z.infer<typeof QueueResult>;

export const QueuePeek = z.object({
  waiting: z.int().meta({ description: "Ready and not leased." }),
  rush: z.int().meta({ description: "How many of those are rush requests." }),
  leased: z.int().meta({ description: "Ready and leased." }),
  retrievalRequests: z.array(RetrievalRequest).meta({ description: "The next requests to be leased." }),
});

const totals = {
  billedCents: Cents,
  adjustedCents: Cents,
  insurancePaidCents: Cents,
  clientPaidCents: Cents,
  medPayPaidCents: Cents,
  balanceCents: Cents,
  billCount: z.int(),
};

export const MedicalSummary = z
  .object({
    caseId: Id,
    clientId: Id,
    totals: z.object(totals),
    facilities: z.array(
      z.object({
        ...ShownFacility.shape,
        ...totals,
        treatmentCount: z.int(),
        recordCount: z.int(),
        pageCount: z.int(),
        openRequestCount: z.int(),
      }),
    ),
    facilityTypes: z.array(z.object({ facilityType: FacilityType.nullable(), ...totals })),
    treatmentTypes: z.array(
      z.object({
        treatmentType: oneOf(partEnumerations.treatmentType),
        treatmentCount: z.int(),
        firstOn: CalendarDate,
        lastOn: CalendarDate,
      }),
    ),
  })
  .meta({ id: "MedicalSummary" });
export type MedicalSummary = z.infer<typeof MedicalSummary>;
