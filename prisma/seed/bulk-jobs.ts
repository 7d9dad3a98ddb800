import type { Row } from "../../src/platform/database/tables.ts";
import { buildBulkJob } from "./builders/bulk-jobs.ts";
import type { Firm } from "./firm.ts";
import { dayMilliseconds, toInstant } from "./random.ts";
import { describeActor } from "./history.ts";

type Item = Parameters<typeof buildBulkJob>[1][number];

const keptDays = 7;
const skipped: Item = { status: "skipped" };
const failures: readonly Item[] = [
  { status: "failed", httpStatus: 404, code: "NOT_FOUND", error: "Case not found", reason: "not_found" },
  {
    status: "failed",
    httpStatus: 400,
    code: "VALIDATION_FAILED",
    error: "body: required",
    reason: "invalid_input",
    detail: "body",
  },
  {
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
  { organizationId, rows, add, actor, now }: Firm,
  daysAgo: number,
  described: Pick<Row<"BulkJob">, "name" | "status" | "statusReason">,
  items: readonly Item[],
): void {
  const createdAt = now - daysAgo * dayMilliseconds;
  const finishedAt = toInstant(createdAt + 1_000 + items.length * 100);
  const count = (status: string) => items.filter((item) => item.status === status).length;
  const { BulkJob: job, BulkItem: itemRows } = add(
    buildBulkJob(
      {
        organizationId,
        keyId: actor.keyId,
        keyPrefix: rows.IntegrationKeySecret.find(({ keyId }) => keyId === actor.keyId)?.prefix ?? "",
        address: "203.0.113.7",
        ...described,
        succeeded: count("succeeded"),
        failed: count("failed"),
        skipped: count("skipped"),
        createdBy: describeActor(actor),
        startedAt: toInstant(createdAt + 400),
        finishedAt,
        expiresAt: toInstant(createdAt + keptDays * dayMilliseconds),
        revision: items.length + 2,
        createdAt: toInstant(createdAt),
        updatedAt: finishedAt,
      },
      items,
    ),
  );
  for (const item of itemRows) {
    item.idempotencyKey = `${job.id}-${item.index}`;
    item.finishedAt = item.status === "skipped" ? finishedAt : toInstant(createdAt + 500 + item.index * 100);
  }
}
