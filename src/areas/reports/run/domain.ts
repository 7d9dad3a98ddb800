import * as z from "zod";
import { AppError, invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import type { ReportEntity } from "../../../contract/reports/definition.ts";
import { isElevated } from "../../../contract/scopes.ts";
import { decodeCursor, encodeCursor, type CursorList } from "../../../platform/database/lists/cursor.ts";
import { canonicalJson, fingerprint } from "../../../platform/crypto/digest.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { planReport, type ReportPlan, type RunRequest } from "../definition/domain.plan.ts";
import { resolveOrganizations } from "./domain.organizations.ts";
import { listDataPermissions, assertDataPermissions, getVisibleReport, type FoundReport } from "../domain.ts";
import { customKeyOf, type CustomField } from "../catalog/domain.fields.ts";
import type { ReportChart, RequestedChart, RunWithChart } from "../schema.portal.ts";
import { listCustomFields } from "../catalog/store.custom-fields.ts";
import {
  setRepeatableRead,
  isStatementTimeout,
  listOrganizationsHiding,
  updateLastRunAt,
  acquireRunSlot,
  type ReportOrganization,
} from "./store.organizations.ts";
import type { KeysetValues } from "./store.keyset.ts";
import { planChart } from "./domain.chart.ts";
import { readChart } from "./store.chart.ts";
import { readRows, readTotals, type ResultRow } from "./store.rows.ts";

export interface RequestedRun extends RunRequest {
  /** As sent: ids separated by commas. */
  organizationIds?: string | undefined;
  after?: string | undefined;
  limit: number;
  /** Only the portal's. */
  chart?: RequestedChart | undefined;
}

const maxConcurrentRuns = 3;
const lastRunIntervalMilliseconds = 60_000;

const tooLong = "this report takes longer than 5 seconds: narrow its parameters, or create a file with POST /exports";
const otherOrganizations = "after: the report's organizations have changed since that page; start again without after";

/**
 * A page of a report's rows over the requested and authorized organizations, checked and read in one snapshot.
 *
 * @throws NOT_FOUND for a report that is hidden from the caller or by one of the organizations; FORBIDDEN;
 *   VALIDATION_FAILED for parameters that do not fit, custom fields that differ between organizations, an invalid
 *   cursor, and a timeout; RATE_LIMITED while too many runs are active
 */
export async function runReport(context: Context, reportId: string, request: RequestedRun): Promise<RunWithChart> {
  await setRepeatableRead(context);
  const report = await getVisibleReport(context, reportId);
  const own = await listCustomFields(context, report.entity, [context.organizationId]);
  const dataPermissions = listDataPermissions(report);
  assertDataPermissions(context, dataPermissions);
  const organizations = await resolveOrganizations(
    context,
    { id: report.id, dataPermissions },
    request.organizationIds,
  );
  const organizationIds = organizations.map(({ id }) => id);
  await assertVisibleToKeys(context, report, organizationIds);
  await assertSameFields(context, report, own, organizationIds);
  const plan = planReport(report, own, request);
  const list = describeRunList(context, report, request);
  const reach = digestJson(organizationIds);
  const after = request.after === undefined ? null : decodeReportCursor(list, reach, request.after);
  await acquireSlot(context);
  const { found, totals, chart } = await readPage(context, plan, {
    organizationIds,
    after,
    limit: request.limit + 1,
    chart: request.chart,
  });
  const rows = found.slice(0, request.limit);
  const last = found.length > request.limit ? rows.at(-1) : undefined;
  recordRunAccess(context, report, plan, { organizations, rows });
  return {
    report: { id: report.id, name: report.name },
    columns: plan.columns,
    rows: rows.map(({ values }) => values),
    totals,
    chart,
    organizations: organizations.map(({ id, name }) => ({ id, name })),
    organizationIds,
    rowCount: rows.length,
    generatedAt: new Date().toISOString(),
    nextCursor: last === undefined ? null : encodeCursor(list, [reach, last.keyset]),
  };
}

/** @throws RATE_LIMITED while too many runs are active */
export async function acquireSlot(context: Context): Promise<void> {
  if (await acquireRunSlot(context, maxConcurrentRuns)) return;
  throw new AppError(
    "RATE_LIMITED",
    `${maxConcurrentRuns} reports of this organization are running; retry in a moment`,
    { headers: { "Retry-After": "2" }, errorReason: "too_many_concurrent" },
  );
}

/**
 * Rejects API keys (not members) if one of the organizations hides the report from keys.
 *
 * @throws NOT_FOUND
 */
async function assertVisibleToKeys(
  context: Context,
  { id }: FoundReport,
  organizationIds: readonly string[],
): Promise<void> {
  if (context.principal.kind === "member") return;
  if ((await listOrganizationsHiding(context, id, organizationIds)).length > 0) throw notFound("Report");
}

/** @throws VALIDATION_FAILED with the custom fields that an organization lacks or has with another type */
async function assertSameFields(
  context: Context,
  { definition, entity }: FoundReport,
  own: readonly CustomField[],
  organizationIds: readonly string[],
): Promise<void> {
  const used = [
    ...new Set([...definition.columns, ...definition.filters].flatMap(({ field }) => customKeyOf(field) ?? [])),
  ];
  if (used.length === 0) return;
  const types = new Map(own.map(({ key, definedAs }) => [key, definedAs]));
  const name = (keys: readonly string[]) => keys.map((key) => `custom.${key}`).join(", ");
  const gone = used.filter((key) => !types.has(key));
  if (gone.length > 0)
    throw new AppError(
      "VALIDATION_FAILED",
      `the report uses custom fields that this organization archived or no longer has: ${name(gone)}`,
    );
  const byOrganization = Map.groupBy(
    await listCustomFields(context, entity, organizationIds),
    ({ organizationId }) => organizationId,
  );
  const fits = (key: string, fields: readonly CustomField[] = []) =>
    fields.some((field) => field.key === key && field.definedAs === types.get(key));
  const misfits = used.filter((key) => organizationIds.some((id) => !fits(key, byOrganization.get(id))));
  if (misfits.length === 0) return;
  throw invalidInput({
    path: "organizationIds",
    message: `the report uses custom fields that an organization of this run lacks, has archived, or has with another type: ${name(misfits)}`,
  });
}

/** @throws VALIDATION_FAILED for a timeout */
export async function readPage(
  context: Context,
  plan: ReportPlan,
  page: {
    organizationIds: readonly string[];
    after: KeysetValues | null;
    limit: number;
    chart: RequestedChart | undefined;
  },
): Promise<{ found: ResultRow[]; totals: Record<string, number> | null; chart: ReportChart | null }> {
  const { organizationIds, after, chart } = page;
  const planned = chart === undefined || after !== null ? null : planChart(plan, chart, organizationIds.length);
  try {
    const found = await readRows(context, plan, page);
    const totals = plan.hasTotals ? await readTotals(context, plan, organizationIds) : null;
    return { found, totals, chart: planned === null ? null : await readChart(context, planned, organizationIds) };
  } catch (error) {
    throw isStatementTimeout(error) ? new AppError("VALIDATION_FAILED", tooLong) : error;
  }
}

/** A digest of the run's organizations, and the last row's keyset. */
const ReportCursor = z.tuple([z.string(), z.array(z.string().nullable())]);
type ReportCursor = z.infer<typeof ReportCursor>;

/** Cursors are bound to the report's revision and the request. */
function describeRunList(
  { organizationId, installationKeys }: Context,
  report: FoundReport,
  { parameters, columns, sort, only }: RequestedRun,
): CursorList<ReportCursor> {
  // Includes the definition: a standard report changes with a release, without a revision.
  const question = digestJson([
    report.id,
    report.revision,
    JSON.stringify(report.definition),
    parameters,
    columns ?? null,
    sort ?? null,
    ...(only === undefined ? [] : [only]),
  ]);
  return { organizationId, name: `report run ${question}`, position: ReportCursor, installationKeys };
}

/** @throws VALIDATION_FAILED for a cursor of another run or of other organizations */
function decodeReportCursor(list: CursorList<ReportCursor>, reach: string, cursor: string): KeysetValues {
  const [ofReach, keyset] = decodeCursor(list, cursor);
  if (ofReach !== reach) throw new AppError("VALIDATION_FAILED", otherOrganizations);
  return keyset;
}

function digestJson(value: unknown): string {
  return fingerprint([canonicalJson(value)])
    .subarray(0, 12)
    .toString("base64url");
}

/** Entity names in the audit log for rows that require an elevated scope. */
export const elevatedRecords: Partial<Record<ReportEntity, string>> = {
  medical_facilities: "medical_facility",
  medical_bills: "medical_bill",
  retrieval_requests: "retrieval_request",
  liens: "lien",
  trust_ledgers: "trust_ledger",
  trust_transactions: "trust_transaction",
  trust_disbursements: "trust_disbursement",
};

/** Of rows that require an elevated scope one audit entry per record, with what showed it and its organization. */
export function recordShownRecords(
  context: Context,
  plan: ReportPlan,
  rows: readonly ResultRow[],
  by: { entity: string; id: string },
): void {
  if (!plan.dataPermissions.some(isElevated)) return;
  const entity = elevatedRecords[plan.entity];
  if (entity === undefined)
    throw new Error(`What is read of ${plan.entity} takes an elevated scope, and the audit trail has no name for it.`);
  for (const { id, values } of rows) {
    if (id === null) continue;
    const of = { entity: "organization", id: String(values["organizationId"]) };
    recordAuditEntry(context, { entity, id }, by.entity === of.entity ? [of] : [by, of]);
  }
}

/** One audit entry for the run; for rows that require an elevated scope, one per record shown, with its organization. */
function recordRunAccess(
  context: Context,
  report: FoundReport,
  plan: ReportPlan,
  { organizations, rows }: { organizations: readonly ReportOrganization[]; rows: readonly ResultRow[] },
): void {
  recordAuditEntry(
    context,
    { entity: "report", id: report.id },
    organizations.map(({ id }) => ({ entity: "organization", id })),
  );
  recordShownRecords(context, plan, rows, { entity: "report", id: report.id });
  if (report.lastRunAt === null || Date.parse(report.lastRunAt) < Date.now() - lastRunIntervalMilliseconds) {
    context.pending.writes.push((writing) => updateLastRunAt(writing, report.id));
  }
}
