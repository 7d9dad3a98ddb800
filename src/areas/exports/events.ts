import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, times } from "../../contract/examples/example-story.ts";
import { completedExport, queuedExport } from "./examples.ts";
import { ExportInEvent } from "./schema.ts";

const { system } = actors;
const requestedExport = ExportInEvent.parse(queuedExport);
const madeExport = ExportInEvent.parse(completedExport);

export const exportEvents = defineEvents({
  entity: "export",
  area: "reports",
  scope: "exports:write",
  // Excludes the export's parameters. Exports have no read scope, so `exports:write` governs.
  payload: ExportInEvent,
  exampleRelatedIds: (id) => [{ entity: "export", id }],
  types: {
    "export.created": { description: "An export was created.", example: { payload: requestedExport } },
    "export.completed": {
      description: "An export is ready to download.",
      example: { payload: madeExport, before: { status: "running", progress: 61 } },
    },
    "export.failed": {
      description: "An export failed.",
      example: {
        payload: {
          ...requestedExport,
          status: "failed",
          failure: "too_large",
          startedAt: times.now,
          finishedAt: times.now,
          revision: 3,
        },
        before: { status: "running" },
      },
    },
    "export.cancelled": {
      description: "An export was canceled.",
      example: {
        payload: { ...requestedExport, status: "cancelled", finishedAt: times.now, revision: 2 },
        before: { status: "queued" },
      },
    },
    "export.deleted": {
      description: "An export and its file were deleted.",
      example: { payload: { ...madeExport, revision: 4 } },
    },
    "export.expired": {
      description: "An export expired after seven days; its file was deleted.",
      example: {
        payload: { ...madeExport, status: "expired", revision: 4 },
        before: { status: "completed" },
        by: system,
      },
    },
  },
});
