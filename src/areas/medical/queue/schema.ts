import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { queueEnumerations } from "./enumerations.ts";
import { partEnumerations } from "../parts/enumerations.ts";
import { CalendarDate, Cents, Id, Instant, text } from "../../../contract/values.ts";
import { RetrievalRequest, RetrievalStatus, ShownFacility } from "../requests/schema.ts";
import { FacilityType } from "../facilities/schema.ts";

/** The most requests that are taken, or answered for, at a time. */
export const maximumLease = 50;

export const LeaseRequest = z.strictObject({
  limit: z.int().min(1).max(maximumLease).default(10),
  leaseSeconds: z.int().min(30).max(3600).default(300).meta({ description: "For how long they are the caller's. What is not answered for by then returns to the queue." }),
  vendorId: Id.optional().meta({ description: "Only requests that name this vendor." }),
});
export type LeaseRequest = z.infer<typeof LeaseRequest>;

export const Lease = z.object({
  leaseToken: z.string().meta({ description: "Shown to whoever took it alone; `POST /retrieval-queue/ack` wants it back." }),
  leasedUntil: Instant,
  retrievalRequest: RetrievalRequest,
});

export const QueueAnswer = z
  .strictObject({
    requestId: Id,
    leaseToken: text(1, 100),
    result: oneOf(queueEnumerations.queueResult),
    vendorReference: text(1, 200).optional(),
    reason: text(1, 1000).optional().meta({ description: "Needed for `rejected`." }),
  })
  .refine(({ result, reason }) => result !== "rejected" || reason !== undefined, { path: ["reason"], message: "required for rejected" });
export type QueueAnswer = z.infer<typeof QueueAnswer>;

export const QueueResult = z.object({
  index: z.int(),
  requestId: Id,
  status: oneOf(queueEnumerations.queueItemStatus),
  requestStatus: RetrievalStatus.nullable().meta({ description: "Where the request is now; null where it failed." }),
  code: z.enum(["NOT_FOUND", "INVALID_STATE_TRANSITION"]).nullable(),
  error: z.string().nullable(),
});
export type QueueResult = z.infer<typeof QueueResult>;

export const QueuePeek = z.object({
  waiting: z.int().meta({ description: "Ready, and nobody has them." }),
  rush: z.int().meta({ description: "How many of those are rush." }),
  leased: z.int().meta({ description: "Ready, and taken for a while." }),
  retrievalRequests: z.array(RetrievalRequest).meta({ description: "The next that would be handed out." }),
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

/** What a case's care adds up to. */
export const MedicalSummary = z
  .object({
    caseId: Id,
    clientId: Id,
    totals: z.object(totals),
    facilities: z.array(
      z.object({ ...ShownFacility.shape, ...totals, treatmentCount: z.int(), recordCount: z.int(), pageCount: z.int(), openRequestCount: z.int() }),
    ),
    facilityTypes: z.array(z.object({ facilityType: FacilityType.nullable(), ...totals })),
    treatmentTypes: z.array(
      z.object({ treatmentType: oneOf(partEnumerations.treatmentType), treatmentCount: z.int(), firstOn: CalendarDate, lastOn: CalendarDate }),
    ),
  })
  .meta({ id: "MedicalSummary" });
export type MedicalSummary = z.infer<typeof MedicalSummary>;
