import { ids } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { redactDiff, redactPayload } from "./domain.redaction.ts";
import type { EventCatalog } from "./domain.types.ts";

/** @param catalog event types of all areas; the feed's example shows two */
export function writeExamples({ types, examples }: EventCatalog) {
  const folderCreated = examples["folder.created"];
  const facilityUpdated = examples["medical_facility.updated"];
  // Redacted, as a reader without the scope sees it.
  const redacted = {
    ...facilityUpdated,
    payload: redactPayload(facilityUpdated.payload),
    diff: redactDiff(facilityUpdated.diff),
  };
  return {
    "cases.activity.list": {
      parameters: { caseId: ids.caseId },
      response: { activity: [examples["case.stage_changed"]], nextCursor: null },
    },
    "events.list": {
      parameters: { limit: 100, wait: 20 },
      response: { events: [folderCreated, redacted], nextCursor: redacted.cursor },
    },
    "events.get": { parameters: { eventId: folderCreated.id }, response: { event: folderCreated } },
    "eventTypes.list": {
      response: { eventTypes: types.filter(({ eventType }) => eventType === "folder.created"), nextCursor: null },
    },
    "documentEvents.list": {
      parameters: { limit: 100 },
      response: { events: [folderCreated], nextCursor: folderCreated.cursor },
    },
  } satisfies Record<string, OperationExample>;
}
