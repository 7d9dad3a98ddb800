import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { hearing } from "../calendar/examples.ts";
import { deadline } from "../deadlines/examples.ts";
import { DocketEntry } from "./schema.ts";

const ofDeadline = DocketEntry.parse({
  kind: "deadline",
  date: deadline.effectiveOn,
  time: null,
  timeZone: deadline.timeZone,
  startAt: "2026-04-03T05:00:00.000Z",
  caseId: deadline.caseId,
  case: deadline.case,
  deadline,
  event: null,
});

const ofEvent = DocketEntry.parse({
  kind: "event",
  date: "2026-04-20",
  time: "09:00",
  timeZone: hearing.timeZone,
  startAt: hearing.startAt,
  caseId: hearing.caseId,
  case: hearing.case,
  deadline: null,
  event: { ...hearing, eventId: hearing.id, occurrenceOn: null },
});

export const docketExamples = {
  "docketEntries.list": {
    parameters: { from: "2026-04-01", to: "2026-04-30" },
    response: { docketEntries: [ofDeadline, ofEvent], nextCursor: null, timeZone: "America/Chicago" },
  },
} satisfies Record<string, OperationExample>;
