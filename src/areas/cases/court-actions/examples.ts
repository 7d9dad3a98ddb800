import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { CourtAction } from "./schema.ts";

const { organizationId, caseId } = ids;

export const courtAction = exampleRecord(CourtAction, {
  id: "cta_01kf3md5s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  type: "state_civil",
  court: { id: "con_01kf3mc4s6v8x0z2b4d6f8h0k2", name: "Travis County District Court", type: "court" },
  courtName: "261st Judicial District",
  jurisdiction: "TX",
  county: "Travis",
  docketNumber: "D-1-GN-26-001142",
  caption: "Marsh v. Lone Star Freight",
  judge: { id: "con_01kf3mc5s6v8x0z2b4d6f8h0k2", name: "Helen Brodie", type: "person" },
  status: "filed",
  filedOn: "2026-02-16",
  isPrimary: true,
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

const ofAction = { caseId, courtActionId: courtAction.id };

export const courtActionExamples = {
  "cases.courtActions.list": {
    parameters: { caseId },
    response: { courtActions: [courtAction], nextCursor: null },
  },
  "cases.courtActions.get": { parameters: ofAction, response: { courtAction } },
  "cases.courtActions.create": {
    parameters: { caseId },
    body: {
      type: "state_civil",
      courtContactId: courtAction.court.id,
      courtName: courtAction.courtName,
      county: courtAction.county,
      docketNumber: courtAction.docketNumber,
      caption: courtAction.caption,
      judgeContactId: courtAction.judge.id,
      status: "filed",
      filedOn: courtAction.filedOn,
      isPrimary: true,
    },
    response: { courtAction },
  },
  "cases.courtActions.update": {
    parameters: ofAction,
    body: { status: "trial_set", trialOn: "2027-01-18" },
    response: {
      courtAction: {
        ...courtAction,
        status: "trial_set",
        trialOn: "2027-01-18",
        revision: 2,
        updatedAt: times.now,
      },
    },
  },
  "cases.courtActions.delete": { parameters: ofAction, response: {} },
  "courtActions.list": {
    parameters: { docketNumber: courtAction.docketNumber },
    response: { courtActions: [courtAction], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
