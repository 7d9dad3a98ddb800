import { defineEvents } from "../../contract/events/event-declaration.ts";
import { bulkJob, endedJob } from "./examples.ts";
import { BulkJob } from "./schema.ts";

const running = { status: "running", pending: 1, succeeded: 2, finishedAt: null, expiresAt: null } as const;
const withErrors = { ...endedJob, status: "completed_with_errors", succeeded: 2, failed: 1 } as const;

export const bulkJobEvents = defineEvents({
  entity: "bulk_job",
  area: "org",
  scope: "events:read",
  payload: BulkJob,
  exampleRelatedIds: (id) => [{ entity: "bulk_job", id }],
  types: {
    "bulk_job.created": { description: "A bulk job was created.", example: { payload: bulkJob } },
    "bulk_job.completed": {
      description: "Every item of a bulk job succeeded.",
      example: { payload: endedJob, before: running },
    },
    "bulk_job.completed_with_errors": {
      description: "A bulk job ended; some of its items did not succeed.",
      example: { payload: withErrors, before: { ...running, succeeded: 1 } },
    },
    "bulk_job.failed": {
      description: "A bulk job ended, and none of its items succeeded.",
      example: {
        payload: { ...withErrors, status: "failed", succeeded: 0, failed: 3 },
        before: { ...running, succeeded: 0 },
      },
    },
    "bulk_job.cancelled": {
      description: "A bulk job was canceled by its key.",
      example: {
        payload: {
          ...bulkJob,
          status: "cancelled",
          statusReason: "cancelled",
          pending: 0,
          skipped: 3,
          finishedAt: endedJob.finishedAt,
          expiresAt: endedJob.expiresAt,
          revision: 2,
        },
        before: { status: "queued", statusReason: null, pending: 3, skipped: 0 },
      },
    },
  },
});
