import { listEventTypes } from "../areas/events/domain.types.ts";
import { exampleEvents } from "./example-events.ts";
import type { OperationExamples } from "./operation-examples.ts";

const folderCreated = exampleEvents["folder.created"];
const facilityUpdated = exampleEvents["medical_facility.updated"];

/** What a reader sees of an event who may not read such records. */
const redacted = {
  ...facilityUpdated,
  payload: Object.fromEntries(Object.keys(facilityUpdated.payload).map((field) => [field, "[redacted]"])),
  diff: Object.fromEntries(Object.keys(facilityUpdated.diff).map((field) => [field, { from: "[redacted]", to: "[redacted]" }])),
};

export const eventExamples: Readonly<Record<string, OperationExamples>> = {
  "events.list": {
    parameters: { limit: 100, wait: 20 },
    answer: { events: [folderCreated, redacted], nextCursor: redacted.cursor },
  },
  "events.get": { parameters: { eventId: folderCreated.id }, answer: { event: folderCreated } },
  "events.listTypes": { answer: { eventTypes: listEventTypes().filter(({ eventType }) => eventType === "folder.created") } },
  "events.listDocumentEvents": { parameters: { limit: 100 }, answer: { events: [folderCreated], nextCursor: folderCreated.cursor } },
};
