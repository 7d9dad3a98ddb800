import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { BulkJob, BulkResult } from "./schema.ts";

export const bulkJob = exampleRecord(BulkJob, {
  id: "blk_01kf3mq2s4v6x8z1b3d5f7h9k1",
  name: "Nightly sync",
  onError: "continue",
  status: "queued",
  total: 3,
  pending: 3,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const endedJob = {
  ...bulkJob,
  status: "completed",
  pending: 0,
  succeeded: 3,
  startedAt: times.now,
  finishedAt: times.now,
  expiresAt: "2026-03-21T15:09:26.535Z",
  revision: 6,
} satisfies BulkJob;

const created = exampleRecord(BulkResult, {
  index: 0,
  operation: "cases.notes.create",
  path: "/cases/{caseId}/notes",
  status: "succeeded",
  httpStatus: 201,
  isReplay: false,
  resourceId: "note_01kf3mf0s6v8x0z2b4d6f8h0k2",
  location: "/api/v1/notes/note_01kf3mf0s6v8x0z2b4d6f8h0k2",
  etag: '"1"',
  finishedAt: times.now,
});
const stale = exampleRecord(BulkResult, {
  index: 2,
  operation: "clients.update",
  path: "/clients/{clientId}",
  status: "failed",
  httpStatus: 409,
  code: "STALE_REVISION",
  reason: "stale_revision",
  error: "The client has changed since this revision; read it again",
  isReplay: false,
  finishedAt: times.now,
});

const ofJob = { jobId: bulkJob.id };

export const bulkExamples = {
  "bulk.create": {
    body: {
      name: bulkJob.name,
      onError: bulkJob.onError,
      items: [
        {
          method: "POST",
          path: "/cases/external:crm-case-7781/notes",
          body: { type: "phone_call", body: "The adjuster called back." },
          idempotencyKey: "sync-7781-note-1",
        },
        {
          method: "POST",
          path: `/clients/${ids.clientId}/notes`,
          body: { type: "client_update", body: "She moved in March." },
          idempotencyKey: "sync-7781-note-2",
        },
        {
          method: "PATCH",
          path: `/clients/${ids.clientId}`,
          body: { city: "Round Rock" },
          ifMatch: '"3"',
          idempotencyKey: "sync-7781-client",
        },
      ],
    },
    response: { bulkJob },
  },
  "bulk.list": {
    parameters: { status: "completed", sort: "newest" },
    response: { bulkJobs: [endedJob], nextCursor: null },
  },
  "bulk.get": { parameters: ofJob, response: { bulkJob: endedJob } },
  "bulk.results.list": {
    parameters: { ...ofJob, limit: 200 },
    response: { results: [created, stale], nextCursor: null },
  },
  "bulk.cancel": {
    parameters: ofJob,
    body: {},
    response: {
      bulkJob: {
        ...bulkJob,
        status: "cancelled",
        statusReason: "cancelled",
        pending: 0,
        skipped: 3,
        finishedAt: times.now,
        expiresAt: endedJob.expiresAt,
        revision: 2,
      },
    },
  },
} satisfies Record<string, OperationExample>;
