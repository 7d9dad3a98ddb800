import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import type { Firm } from "./firm.ts";
import { dayMilliseconds, toInstant } from "./random.ts";

type Item = Pick<
  Row<"BulkItem">,
  "status" | "httpStatus" | "code" | "error" | "reason" | "detail" | "resourceId" | "location" | "etag"
>;

const keptDays = 7;
const nothing = {
  httpStatus: null,
  code: null,
  error: null,
  reason: null,
  detail: null,
  resourceId: null,
  location: null,
  etag: null,
};
const skipped: Item = { ...nothing, status: "skipped" };
const failures: readonly Item[] = [
  { ...nothing, status: "failed", httpStatus: 404, code: "NOT_FOUND", error: "Case not found", reason: "not_found" },
  {
    ...nothing,
    status: "failed",
    httpStatus: 400,
    code: "VALIDATION_FAILED",
    error: "body: required",
    reason: "invalid_input",
    detail: "body",
  },
  {
    ...nothing,
    status: "failed",
    httpStatus: 403,
    code: "FORBIDDEN",
    error: "Insufficient permissions",
    reason: "missing_scope",
    detail: "notes:write",
  },
];

/**
 * Three bulk jobs of the firm's full key, of the last days: one that succeeded, one with three failed items, and one
 * that was canceled. Notes must be there.
 */
export function buildBulkJobs(firm: Firm): void {
  const written = firm.rows.Note.filter(({ caseId }) => caseId !== null)
    .slice(-12)
    .map(({ id }): Item => ({
      ...nothing,
      status: "succeeded",
      httpStatus: 201,
      resourceId: id,
      location: `/api/v1/notes/${id}`,
      etag: '"1"',
    }));
  addJob(firm, 3, { name: "Notes of the intake system", status: "completed", statusReason: null }, written);
  addJob(
    firm,
    2,
    { name: "Notes of the intake system, corrected", status: "completed_with_errors", statusReason: null },
    [...written.slice(0, 6), ...failures, ...written.slice(6)],
  );
  addJob(firm, 1, { name: "Notes of last year", status: "cancelled", statusReason: "cancelled" }, [
    ...written.slice(0, 4),
    skipped,
    skipped,
    skipped,
  ]);
}

function addJob(
  { organizationId, rows, actor, now }: Firm,
  daysAgo: number,
  described: Pick<Row<"BulkJob">, "name" | "status" | "statusReason">,
  items: readonly Item[],
): void {
  const createdAt = now - daysAgo * dayMilliseconds;
  const finishedAt = toInstant(createdAt + 1_000 + items.length * 100);
  const id = createId("bulkJob", new Date(createdAt));
  const count = (status: string) => items.filter((item) => item.status === status).length;
  const prefix = rows.IntegrationKeySecret.find(({ keyId }) => keyId === actor.keyId)?.prefix ?? "";
  rows.BulkJob.push({
    organizationId,
    id,
    keyId: actor.keyId,
    keyPrefix: prefix,
    address: "203.0.113.7",
    onError: "continue",
    ...described,
    total: items.length,
    succeeded: count("succeeded"),
    failed: count("failed"),
    skipped: count("skipped"),
    attempts: 0,
    createdBy: { type: "integration_key", id: actor.keyId, name: actor.name },
    startedAt: toInstant(createdAt + 400),
    finishedAt,
    expiresAt: toInstant(createdAt + keptDays * dayMilliseconds),
    revision: items.length + 2,
    createdAt: toInstant(createdAt),
    updatedAt: finishedAt,
  });
  rows.BulkItem.push(
    ...items.map((item, index): Row<"BulkItem"> => ({
      organizationId,
      jobId: id,
      index,
      idempotencyKey: `${id}-${index}`,
      operation: "cases.notes.create",
      path: "/cases/{caseId}/notes",
      request: null,
      isReplay: false,
      ...item,
      finishedAt: item.status === "skipped" ? finishedAt : toInstant(createdAt + 500 + index * 100),
    })),
  );
}
