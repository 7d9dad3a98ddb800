import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { examplesOfPart, ofFacility, recorded } from "../parts/examples.ts";
import { MedicalTreatment } from "../parts/schema.ts";

const { caseId } = ids;

export const treatment = exampleRecord(MedicalTreatment, {
  id: ids.treatmentId,
  ...ofFacility,
  treatmentType: "emergency",
  startOn: "2026-01-19",
  endOn: "2026-01-21",
  diagnosisCodes: ["S13.4XXA"],
  procedureCodes: ["99284", "72141"],
  nextAppointmentAt: "2026-04-02T14:30:00.000Z",
  ...recorded,
});

const examples = examplesOfPart("medicalTreatment", "treatmentId", treatment, {
  body: {
    treatmentType: "emergency",
    startOn: treatment.startOn,
    endOn: treatment.endOn,
    diagnosisCodes: treatment.diagnosisCodes,
  },
  changes: { endOn: treatment.endOn },
});

export const treatmentExamples = {
  "medicalFacilities.treatments.list": examples.list,
  "medicalFacilities.treatments.create": examples.create,
  "medicalFacilities.treatments.get": examples.get,
  "medicalFacilities.treatments.update": examples.update,
  "medicalFacilities.treatments.delete": examples.delete,
  "cases.treatments.list": {
    parameters: { caseId, sort: "oldest" },
    response: { medicalTreatments: [treatment], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
