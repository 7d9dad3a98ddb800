import type * as z from "zod";
import { notFound } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { onBehalfOf } from "../../../rpc/principal.ts";
import { createPart, updatePart, type Part } from "../parts/domain.ts";
import { validateSpan, overlay, requireCaseDocument } from "../domain.rules.ts";
import { MedicalRecord, type NewRecord, type RecordChanges } from "../parts/schema.ts";
import { findRetrievalRequest } from "../requests/store.ts";
import type { Written } from "../store.rows.ts";

export const recordPart: Part<"MedicalRecord", MedicalRecord> = {
  table: "MedicalRecord",
  entity: "medical_record",
  kind: "medicalRecord",
  noun: "Record",
  describe: (row) => MedicalRecord.parse(row),
};

/** The acting attorney is the reviewer. */
async function prepare(
  context: Context,
  of: { caseId: string; facilityId: string },
  given: z.infer<typeof RecordChanges>,
): Promise<Written<"MedicalRecord">> {
  const { reviewed, ...values } = given;
  await requireCaseDocument(context, of.caseId, values.documentId);
  if (typeof values.requestId === "string") {
    const request = await findRetrievalRequest(context, values.requestId);
    if (request?.facilityId !== of.facilityId) throw notFound("Retrieval request");
  }
  if (reviewed === undefined) return values;
  return {
    ...values,
    reviewedById: reviewed ? onBehalfOf(context.principal) : null,
    reviewedAt: reviewed ? new Date().toISOString() : null,
  };
}

/**
 * @throws NOT_FOUND for facility, document or request; VALIDATION_FAILED when the service ends before it begins;
 *   DUPLICATE_ENTRY; INVALID_STATE_TRANSITION
 */
export function createRecord(context: Context, facilityId: string, values: NewRecord): Promise<MedicalRecord> {
  return createPart(context, recordPart, facilityId, ({ caseId }) => {
    validateSpan("serviceEndOn", values.serviceStartOn, values.serviceEndOn);
    return prepare(context, { caseId, facilityId }, values);
  });
}

/** @throws as a creation; STALE_REVISION */
export function updateRecord(
  context: Context,
  of: { facilityId: string; id: string },
  changes: z.infer<typeof RecordChanges>,
): Promise<MedicalRecord> {
  return updatePart(context, recordPart, of, (row) => {
    const { serviceStartOn, serviceEndOn } = overlay(row, changes);
    validateSpan("serviceEndOn", serviceStartOn, serviceEndOn);
    return prepare(context, row, changes);
  });
}
