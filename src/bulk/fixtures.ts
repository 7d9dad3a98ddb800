import { declarations } from "../composition/router.ts";
import type { RequestNote } from "../platform/observability/request-log.ts";
import { openApi, readBody, type Api } from "../testing/harness/requests/api.ts";
import type { TestServer } from "../testing/harness/server.ts";
import type { TestTenant } from "../testing/harness/tenant.ts";
import type { BulkJob, BulkResult } from "../areas/bulk/schema.ts";
import { createBulkHandler, type BulkTools } from "./run-job.ts";

export type Item = Record<string, unknown> & { idempotencyKey: string };

/** Jobs that run when the test runs them, with the worker's code. */
export interface BulkHarness {
  api: Api;
  create(items: readonly Item[], more?: object): Promise<BulkJob>;
  /** Runs the job like the worker. */
  run(jobId: string, changes?: Partial<BulkTools>): Promise<void>;
  /** The job and its results. */
  read(jobId: string): Promise<{ job: BulkJob; results: BulkResult[] }>;
  /** Lines of the request log. */
  lines: RequestNote[];
}

/** @param secret of the calling key, by default the tenant's */
export function openBulk(server: TestServer, tenant: TestTenant, secret = tenant.secret): BulkHarness {
  const api = openApi(server, secret);
  const lines: RequestNote[] = [];
  const tools: BulkTools = {
    execution: server.services.execution,
    declarations,
    logger: server.services.logger,
    requestLog: { note: (line) => void lines.push(line) },
    itemsPerSecond: 1_000_000,
    stopping: new AbortController().signal,
    settings: { retryMilliseconds: [0, 0], sensitivePerSecond: 1_000_000, sharedMilliseconds: 60_000 },
  };
  return {
    api,
    lines,
    create: async (items, more = {}) =>
      readBody<{ bulkJob: BulkJob }>(await api.change("POST", "/bulk", { items, ...more })).bulkJob,
    run: (jobId, changes = {}) =>
      createBulkHandler({ ...tools, ...changes })(
        { organizationId: tenant.organizationId, jobId },
        new AbortController().signal,
      ),
    read: async (jobId) => ({
      job: readBody<{ bulkJob: BulkJob }>(await api.get(`/bulk/${jobId}`)).bulkJob,
      results: readBody<{ results: BulkResult[] }>(await api.get(`/bulk/${jobId}/results?limit=500`)).results,
    }),
  };
}
