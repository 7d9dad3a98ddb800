import type * as z from "zod";
import type { Context } from "../../../rpc/context.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { validateSpan, overlay } from "../domain.rules.ts";
import { facilityInPath, relateToFacility } from "../facilities/domain.ts";
import { MedicalTreatment, type NewTreatment, type TreatmentChanges } from "../parts/schema.ts";
import { selectTreatments, type TreatmentRow } from "../parts/store.ts";
import type { FacilityRow } from "../facilities/store.ts";

export const treatments = defineResource({
  table: "MedicalTreatment",
  noun: "Treatment",
  idKind: "medicalTreatment",
  schema: MedicalTreatment,
  select: selectTreatments,
  events: {
    created: "medical_treatment.created",
    updated: "medical_treatment.updated",
    deleted: "medical_treatment.deleted",
  },
  relate: relateToFacility,
  parent: facilityInPath,
  liveOwners: ["facilityId", "caseId"],
  auditReads: relateToFacility,
  lockReferences: (context, { providerContactId }) => lockContactsForShare(context, [providerContactId]),
  prepareInsert: prepareNew,
  prepareUpdate: prepareChanges,
  unique: { MedicalTreatment_organizationId_externalId_key: "externalId: used by another record" },
});

function prepareNew(_context: Context, values: NewTreatment, { caseId }: FacilityRow) {
  validateSpan("endOn", values.startOn, values.endOn);
  return { ...values, caseId };
}

function prepareChanges(_context: Context, changes: z.infer<typeof TreatmentChanges>, before: TreatmentRow) {
  const { startOn, endOn } = overlay(before, changes);
  validateSpan("endOn", startOn, endOn);
  return changes;
}
