import type * as z from "zod";
import { notFound } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { onBehalfOf } from "../../../rpc/principal.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { validateSpan, overlay, lockCaseDocumentForShare } from "../domain.rules.ts";
import { facilityInPath, relateToFacility } from "../facilities/domain.ts";
import type { FacilityRow } from "../facilities/store.ts";
import { MedicalRecord, type NewRecord, type RecordChanges } from "../parts/schema.ts";
import { selectRecords, type RecordRow } from "../parts/store.ts";
import { findRetrievalRequest } from "../requests/store.ts";

export const records = defineResource({
  table: "MedicalRecord",
  noun: "Record",
  idKind: "medicalRecord",
  schema: MedicalRecord,
  select: selectRecords,
  events: { created: "medical_record.created", updated: "medical_record.updated", deleted: "medical_record.deleted" },
  relate: relateToFacility,
  parent: facilityInPath,
  liveOwners: ["facilityId", "caseId"],
  auditReads: relateToFacility,
  prepareInsert: prepareNew,
  prepareUpdate: prepareChanges,
  unique: { MedicalRecord_organizationId_externalId_key: "externalId: used by another record" },
});

async function prepareNew(context: Context, values: NewRecord, { id: facilityId, caseId }: FacilityRow) {
  validateSpan("serviceEndOn", values.serviceStartOn, values.serviceEndOn);
  return { ...(await prepareColumns(context, { caseId, facilityId }, values)), caseId };
}

function prepareChanges(context: Context, changes: z.infer<typeof RecordChanges>, before: RecordRow) {
  const { serviceStartOn, serviceEndOn } = overlay(before, changes);
  validateSpan("serviceEndOn", serviceStartOn, serviceEndOn);
  return prepareColumns(context, before, changes);
}

/**
 * The columns of given values: the acting attorney is the reviewer.
 *
 * @throws NOT_FOUND for a document of another case, or a request to another facility
 */
async function prepareColumns(
  context: Context,
  of: { caseId: string; facilityId: string },
  { reviewed, ...values }: z.infer<typeof RecordChanges>,
) {
  await lockCaseDocumentForShare(context, of.caseId, values.documentId);
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
