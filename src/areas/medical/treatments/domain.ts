import type * as z from "zod";
import type { Context } from "../../../rpc/context.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { createPart, updatePart, type Part } from "../parts/domain.ts";
import { validateSpan, overlay } from "../domain.rules.ts";
import { MedicalTreatment, type NewTreatment, type TreatmentChanges } from "../parts/schema.ts";

export const treatmentPart: Part<"MedicalTreatment", MedicalTreatment> = {
  table: "MedicalTreatment",
  entity: "medical_treatment",
  kind: "medicalTreatment",
  noun: "Treatment",
  describe: (row) => MedicalTreatment.parse(row),
};

/**
 * @throws NOT_FOUND for facility or provider; VALIDATION_FAILED when it ends before it begins; DUPLICATE_ENTRY;
 *   INVALID_STATE_TRANSITION
 */
export async function createTreatment(
  context: Context,
  facilityId: string,
  values: NewTreatment,
): Promise<MedicalTreatment> {
  await lockContactsForShare(context, [values.providerContactId]);
  return createPart(context, treatmentPart, facilityId, () => {
    validateSpan("endOn", values.startOn, values.endOn);
    return Promise.resolve(values);
  });
}

/** @throws as a creation; STALE_REVISION */
export async function updateTreatment(
  context: Context,
  of: { facilityId: string; id: string },
  changes: z.infer<typeof TreatmentChanges>,
): Promise<MedicalTreatment> {
  await lockContactsForShare(context, [changes.providerContactId]);
  return updatePart(context, treatmentPart, of, (row) => {
    const { startOn, endOn } = overlay(row, changes);
    validateSpan("endOn", startOn, endOn);
    return Promise.resolve(changes);
  });
}
