import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { treatments } from "./domain.ts";
import { TreatmentChanges, MedicalTreatment, NewTreatment, ofFacility } from "../parts/schema.ts";
import { changing, nextCursor, reading } from "../facilities/schema.ts";

const Chosen = z.strictObject({ ...ofFacility, treatmentId: Id });
const Shown = z.object({ medicalTreatment: MedicalTreatment });
const Listed = z.object({ medicalTreatments: z.array(MedicalTreatment), nextCursor });

export const treatmentProcedures = {
  "medicalFacilities.treatments.list": operation({
    ...reading,
    route: "GET /medical-facilities/{facilityId}/treatments",
    summary: "List the treatments of a medical facility",
    description: "Returns the facility's treatments of the client. Each returned record is recorded in the audit log.",
  })
    .input(z.strictObject({ ...sortedPageInput, ...ofFacility }))
    .output(Listed)
    .query(async ({ ctx, input }) => {
      const page = await treatments.list(ctx, input);
      return { medicalTreatments: page.records, nextCursor: page.nextCursor };
    }),

  "cases.treatments.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/treatments",
    summary: "List the treatments of a case",
    description:
      "Returns all treatments of the case's facilities. `gapDays` is the number of days without care before each.",
  })
    .input(z.strictObject({ ...sortedPageInput, caseId: Id }))
    .output(Listed)
    .query(async ({ ctx, input }) => {
      await getLiveCase(ctx, input.caseId);
      const page = await treatments.listWithin(ctx, { entity: "case", id: input.caseId }, input);
      return { medicalTreatments: page.records, nextCursor: page.nextCursor };
    }),

  "medicalFacilities.treatments.create": operation({
    ...changing,
    route: "POST /medical-facilities/{facilityId}/treatments",
    summary: "Add a treatment",
    description: "A provider is a contact; codes are ICD-10, CPT and HCPCS.",
    emits: ["medical_treatment.created"],
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "medicalTreatment.revision",
    created: {
      location: "/medical-facilities/{medicalTreatment.facility.facilityId}/treatments/{medicalTreatment.id}",
    },
  })
    .input(NewTreatment.extend(ofFacility))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ medicalTreatment: await treatments.create(ctx, input) })),

  "medicalFacilities.treatments.get": operation({
    ...reading,
    route: "GET /medical-facilities/{facilityId}/treatments/{treatmentId}",
    summary: "Get a treatment",
    description:
      "Use the ETag only for `If-Match`: included data of other records can change without a new revision, so the response is never 304. Every read is recorded in the audit log.",
    etag: "medicalTreatment.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input: { facilityId, treatmentId } }) => ({
      medicalTreatment: await treatments.get(ctx, { facilityId, id: treatmentId }),
    })),

  "medicalFacilities.treatments.update": operation({
    ...changing,
    route: "PATCH /medical-facilities/{facilityId}/treatments/{treatmentId}",
    summary: "Update a treatment",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. A provider is a contact; codes are ICD-10, CPT and HCPCS.",
    emits: ["medical_treatment.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "medicalTreatment.revision",
  })
    .input(
      TreatmentChanges.extend({ ...ofFacility, treatmentId: Id }).refine(
        ...changesSomething("facilityId", "treatmentId"),
      ),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { facilityId, treatmentId, ...changes } }) => ({
      medicalTreatment: await treatments.update(ctx, { facilityId, id: treatmentId }, changes),
    })),

  "medicalFacilities.treatments.delete": operation({
    ...changing,
    route: "DELETE /medical-facilities/{facilityId}/treatments/{treatmentId}",
    summary: "Delete a treatment",
    description: "Soft-deletes the record: it is no longer returned.",
    emits: ["medical_treatment.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(
      nothing(({ ctx, input: { facilityId, treatmentId } }) => treatments.delete(ctx, { facilityId, id: treatmentId })),
    ),
};
