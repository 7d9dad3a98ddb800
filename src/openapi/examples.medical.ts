import { facility, retrievalRequest } from "./example-records.medical.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area medical in use, by their names in the catalogue. */
export const medicalExamples: Readonly<Record<string, OperationExamples>> = {
  "medical.updateFacility": {
    parameters: { facilityId: ids.facilityId },
    body: {
      expectedVersion: 3,
      facilityType: facility.facilityType,
      recordsNeeded: true,
      recordsDepartmentInfo: facility.recordsDepartmentInfo,
    },
    answer: { facility },
  },
  "medical.getRetrievalRequest": { parameters: { requestId: ids.requestId }, answer: { retrievalRequest } },
};
