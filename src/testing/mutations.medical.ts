import { createFacility } from "../areas/medical/fixtures.ts";
import { countRevisions } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

/** The mutations of the area medical, each with a fresh record to work on. */
export const medicalMutations: Record<string, Arrange> = {
  "medical.updateFacility": async (firm) => {
    const { facilityId: id } = await createFacility(firm);
    const body = { expectedVersion: 1, recordsNeeded: true, recordsDepartmentInfo: { contactPerson: "Jo", notes: "Call first" } };
    return { method: "PATCH", path: `/medical-facilities/${id}`, body, entity: "medical_facility", effects: countRevisions("MedicalFacility", "version", id) };
  },
};
