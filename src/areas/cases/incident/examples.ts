import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Incident } from "./schema.ts";

const { organizationId, caseId } = ids;

export const incident = exampleRecord(Incident, {
  id: "inc_01kf3md4s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  occurredOn: "2026-01-19",
  occurredAtTime: "17:40",
  address: {
    line1: "Interstate 35 at Oltorf Street",
    line2: null,
    city: "Austin",
    state: "TX",
    zipCode: "78704",
    country: null,
  },
  description: "Rear-ended by a delivery truck while standing at a red light.",
  liabilityAssessment: "clear",
  clientFaultPercent: 0,
  policeReportNumber: "26-190417",
  policeDepartment: "Austin Police Department",
  governmentEntityInvolved: "no",
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

export const incidentExamples = {
  "cases.incident.get": { parameters: { caseId }, response: { incident } },
  "cases.incident.update": {
    parameters: { caseId },
    body: { treatmentEndedOn: "2026-03-02" },
    response: { incident: { ...incident, treatmentEndedOn: "2026-03-02", revision: 2, updatedAt: times.now } },
  },
} satisfies Record<string, OperationExample>;
