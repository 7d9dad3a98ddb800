import { exampleEvents } from "./example-events.ts";
import { caseNumbers, caseSummary, movedCase, stageEntry, stageGate } from "./example-records.case-moves.ts";
import { caseDetail } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const { caseId, attorneyId } = ids;
const ofCase = { caseId };

/** The operations of the area cases in use, by their names in the catalogue. */
export const caseExamples: Readonly<Record<string, OperationExamples>> = {
  "cases.list": { parameters: { matterStatus: "open", sort: "updated", updatedSince: "2026-03-14T00:00:00Z" }, answer: { cases: [caseSummary], nextCursor: null } },
  "cases.create": {
    body: {
      plaintiff: { firstName: "Elena", lastName: "Marsh", email: "elena.marsh@example.com" },
      caseType: "truck_accident",
      caseState: "TX",
      dateOfIncident: "2026-01-19",
      statuteOfLimitationsOn: "2028-01-19",
      attorneys: [{ attorneyId, role: "lead" }],
      externalId: "crm-case-7781",
    },
    answer: { case: caseDetail },
  },
  "cases.get": { parameters: ofCase, answer: { case: caseDetail } },
  "cases.update": { parameters: ofCase, body: { highValue: true, jurisdictionCounty: "Travis", lastClientContactOn: "2026-03-11", customFields: { policyLimitConfirmed: true } }, answer: { case: caseDetail } },
  "cases.delete": { parameters: ofCase, answer: {} },
  "cases.getSummary": { parameters: ofCase, answer: { summary: caseNumbers } },
  "cases.transition": { parameters: ofCase, body: { toStage: "demand_sent", effectiveOn: "2026-03-14", note: "Sent by certified mail." }, answer: { case: movedCase } },
  "cases.listStageHistory": { parameters: ofCase, answer: { stageHistory: [stageEntry], nextCursor: null } },
  "cases.listStageGates": { parameters: { caseType: "truck_accident" }, answer: { stageGates: [stageGate] } },
  "cases.putStageGate": {
    parameters: { stage: "demand_sent" },
    body: { caseType: "truck_accident", gates: ["records_received", "incident_dated"] },
    answer: { stageGate },
  },
  "cases.listAttorneys": { parameters: ofCase, answer: { attorneys: caseDetail.attorneys } },
  "cases.assignAttorney": { parameters: ofCase, body: { attorneyId, role: "lead" }, answer: { case: caseDetail } },
  "cases.unassignAttorney": { parameters: { caseId, attorneyId, role: "lead" }, answer: {} },
  "events.listCaseActivity": { parameters: ofCase, answer: { activity: [exampleEvents["case.stage_changed"]], nextCursor: null } },
};
