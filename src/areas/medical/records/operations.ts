import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { records } from "./domain.ts";
import { RecordChanges, MedicalRecord, NewRecord, ofFacility } from "../parts/schema.ts";
import { changing, nextCursor, reading } from "../facilities/schema.ts";

const Chosen = z.strictObject({ ...ofFacility, recordId: Id });
const Shown = z.object({ medicalRecord: MedicalRecord });
const Listed = z.object({ medicalRecords: z.array(MedicalRecord), nextCursor });

export const recordProcedures = {
  "medicalFacilities.records.list": operation({
    ...reading,
    route: "GET /medical-facilities/{facilityId}/records",
    summary: "List the records of a medical facility",
    description: "Returns the records received from the facility. Each returned record is recorded in the audit log.",
  })
    .input(z.strictObject({ ...sortedPageInput, ...ofFacility }))
    .output(Listed)
    .query(async ({ ctx, input }) => {
      const page = await records.list(ctx, input);
      return { medicalRecords: page.records, nextCursor: page.nextCursor };
    }),

  "medicalFacilities.records.create": operation({
    ...changing,
    route: "POST /medical-facilities/{facilityId}/records",
    summary: "Add a medical record",
    description:
      "Document and request must belong to the same case and facility; `reviewed` records the acting attorney as reviewer.",
    emits: ["medical_record.created"],
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "medicalRecord.revision",
    created: { location: "/medical-facilities/{medicalRecord.facility.facilityId}/records/{medicalRecord.id}" },
  })
    .input(NewRecord.extend(ofFacility))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ medicalRecord: await records.create(ctx, input) })),

  "medicalFacilities.records.get": operation({
    ...reading,
    route: "GET /medical-facilities/{facilityId}/records/{recordId}",
    summary: "Get a medical record",
    description:
      "Use the ETag only for `If-Match`: included data of other records can change without a new revision, so the response is never 304. Every read is recorded in the audit log.",
    etag: "medicalRecord.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input: { facilityId, recordId } }) => ({
      medicalRecord: await records.get(ctx, { facilityId, id: recordId }),
    })),

  "medicalFacilities.records.update": operation({
    ...changing,
    route: "PATCH /medical-facilities/{facilityId}/records/{recordId}",
    summary: "Update a medical record",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. Document and request must belong to the same case and facility; `reviewed` records the acting attorney as reviewer.",
    emits: ["medical_record.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "medicalRecord.revision",
  })
    .input(RecordChanges.extend({ ...ofFacility, recordId: Id }).refine(...changesSomething("facilityId", "recordId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { facilityId, recordId, ...changes } }) => ({
      medicalRecord: await records.update(ctx, { facilityId, id: recordId }, changes),
    })),

  "medicalFacilities.records.delete": operation({
    ...changing,
    route: "DELETE /medical-facilities/{facilityId}/records/{recordId}",
    summary: "Delete a medical record",
    description: "Soft-deletes the record: it is no longer returned.",
    emits: ["medical_record.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input: { facilityId, recordId } }) => records.delete(ctx, { facilityId, id: recordId }))),
};
