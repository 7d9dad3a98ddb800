import * as z from "zod";
import { AppError, notFound } from "../../contract/errors/error-codes.ts";
import { listMissingData } from "../../contract/permissions.ts";
import { ReportDefinition, type ReportEntity, type ReportVisibility } from "../../contract/reports/definition.ts";
import type { reportsEnumerations } from "../../contract/reports/enumerations.ts";
import type { Scope } from "../../contract/scopes.ts";
import { readPageBy } from "../../platform/database/lists/cursor.ts";
import { assertScopes } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import { describeReport } from "./definition/domain.plan.ts";
import { standardReports } from "./standard-reports/domain.ts";
import type { Report, ReportSummary } from "./schema.ts";
import { listCustomFields } from "./catalog/store.custom-fields.ts";
import { listTeamIdsOf } from "./store.teams.ts";
import {
  findReportRow,
  listInheritedRows,
  listReportRows,
  listSettings,
  type InheritedRow,
  type ReportRow,
  type SettingRow,
} from "./store.ts";

type ReportCategory = keyof typeof reportsEnumerations.reportCategory.values;

export type FoundReport = Omit<Report, "columns" | "parameters" | "dataPermissions">;

interface ReportQuery {
  after?: string | undefined;
  limit: number;
  sort: "name" | "updated";
  category?: ReportCategory | undefined;
  entity?: ReportEntity | undefined;
}

const standard: ReadonlyMap<string, FoundReport> = new Map(
  standardReports.map((report) => [
    report.id,
    {
      ...report,
      definition: ReportDefinition.parse(report.definition),
      visibility: "organization",
      apiVisible: true,
      isStandard: true,
      organization: null,
      ownerMemberId: null,
      sharedWith: [],
      sharedWithTeamIds: [],
      lastRunAt: null,
      createdAt: null,
      updatedAt: null,
      revision: 1,
    },
  ]),
);

/** @throws NOT_FOUND with the same message for an unknown report, another organization's, and one the caller cannot see */
export async function getVisibleReport(context: Context, reportId: string): Promise<FoundReport> {
  const found = await findReport(context, reportId);
  if (found === undefined) throw notFound("Report");
  const [setting] = await listSettings(context, reportId);
  const report = withSetting(found, setting);
  if (!isVisible(context, report, await listRelevantTeams(context, [report]))) throw notFound("Report");
  return report;
}

/**
 * A report that the caller can see and export.
 *
 * @throws NOT_FOUND; FORBIDDEN
 */
export async function findReportForExport(context: Context, reportId: string): Promise<FoundReport> {
  const report = await getVisibleReport(context, reportId);
  assertDataPermissions(context, listDataPermissions(report));
  return report;
}

/**
 * A report with its columns and parameters.
 *
 * @throws NOT_FOUND
 */
export async function readReport(context: Context, reportId: string): Promise<Report> {
  const report = await getVisibleReport(context, reportId);
  const { definition, entity } = report;
  return {
    ...report,
    ...describeReport(definition, entity, await listCustomFields(context, entity, [context.organizationId])),
  };
}

/** The scopes that a run requires. Custom fields require only their entity's. */
export function listDataPermissions({ definition, entity }: Pick<FoundReport, "definition" | "entity">): Scope[] {
  return describeReport(definition, entity, []).dataPermissions;
}

/** @throws VALIDATION_FAILED for a cursor of another list */
export async function listReports(
  context: Context,
  query: ReportQuery,
): Promise<{ reports: ReportSummary[]; nextCursor: string | null }> {
  const { sort, category, entity } = query;
  const { organizationId, installationKeys } = context;
  // Encrypted, because the cursor contains report names.
  const list = {
    organizationId,
    name: `reports.${sort}.${category ?? ""}.${entity ?? ""}`,
    position: ReportPosition,
    installationKeys,
  };
  const shown = (await listSeenReports(context))
    .filter(
      (report) => (category ?? report.category) === report.category && (entity ?? report.entity) === report.entity,
    )
    .map((report) => ({ report, position: positionOf(report, sort) }))
    .toSorted((left, right) => comparePositions(left.position, right.position));
  const { rows, nextCursor } = await readPageBy(
    list,
    query,
    ({ after, limit }) =>
      Promise.resolve(
        shown.filter(({ position }) => after === null || comparePositions(position, after) > 0).slice(0, limit),
      ),
    ({ position }) => position,
  );
  return {
    reports: rows.map(({ report }) => ({ ...report, dataPermissions: listDataPermissions(report) })),
    nextCursor,
  };
}

/**
 * Checks access to the report's data: a key by scopes, a member by the corresponding permissions.
 *
 * @throws FORBIDDEN with what is missing
 */
export function assertDataPermissions(context: Context, scopes: readonly Scope[]): void {
  const { principal } = context;
  if (principal.kind !== "member") return assertScopes(context, scopes);
  const missing = listMissingData(scopes, principal.permissions);
  if (missing.length === 0) return;
  const names = missing.map(({ scope, permission }) => permission ?? `${scope}, which keys alone can have`);
  throw new AppError(
    "FORBIDDEN",
    `Your permissions do not include this report's data: ${names.join(", ")}. Ask a member who manages members`,
  );
}

async function findReport(context: Context, reportId: string): Promise<FoundReport | undefined> {
  const own = standard.get(reportId) ?? (await findReportRow(context, reportId).then((row) => row && fromRow(row)));
  if (own !== undefined) return own;
  const [inherited] = await listInheritedRows(context, reportId);
  return inherited && fromInherited(inherited);
}

/** Unsorted. */
export async function listSeenReports(context: Context): Promise<FoundReport[]> {
  const own = await listReportRows(context);
  const inherited = await listInheritedRows(context);
  const settings = new Map((await listSettings(context)).map((setting) => [setting.reportId, setting]));
  const reports = [...standard.values(), ...own.map(fromRow), ...inherited.map(fromInherited)].map((report) =>
    withSetting(report, settings.get(report.id)),
  );
  const teamIds = await listRelevantTeams(context, reports);
  return reports.filter((report) => isVisible(context, report, teamIds));
}

function fromRow(row: ReportRow): FoundReport {
  return {
    ...row,
    ...fromText(row),
    definition: ReportDefinition.parse(row.definition),
    visibility: row.visibility as ReportVisibility,
    isStandard: false,
    organization: null,
    lastRunAt: null,
  };
}

function fromInherited({ ownerOrganizationId, ownerOrganizationName, ...row }: InheritedRow): FoundReport {
  return {
    ...row,
    ...fromText(row),
    definition: ReportDefinition.parse(row.definition),
    visibility: "shared_children",
    isStandard: false,
    organization: { id: ownerOrganizationId, name: ownerOrganizationName },
    // Its owner is a member of another organization.
    ownerMemberId: null,
    sharedWith: [],
    sharedWithTeamIds: [],
    lastRunAt: null,
  };
}

/** Columns of type text that were validated when saved. */
function fromText({ category, entity }: { category: string; entity: string }): {
  category: ReportCategory;
  entity: ReportEntity;
} {
  return { category: category as ReportCategory, entity: entity as ReportEntity };
}

const isShared = ({ visibility }: FoundReport) => visibility === "organization" || visibility === "shared_children";

function withSetting(report: FoundReport, setting: SettingRow | undefined): FoundReport {
  if (setting === undefined) return report;
  return {
    ...report,
    apiVisible: isShared(report) && (setting.apiVisible ?? report.apiVisible),
    lastRunAt: setting.lastRunAt,
  };
}

/** The calling member's teams, read only if one of the reports is shared with teams. */
async function listRelevantTeams(context: Context, reports: readonly FoundReport[]): Promise<readonly string[]> {
  const { principal } = context;
  if (principal.kind !== "member" || reports.every(({ sharedWithTeamIds }) => sharedWithTeamIds.length === 0))
    return [];
  return listTeamIdsOf(context, principal.memberId);
}

/** @param teamIds the calling member's teams */
function isVisible({ principal }: Context, report: FoundReport, teamIds: readonly string[]): boolean {
  if (principal.kind !== "member") return report.apiVisible;
  if (isShared(report) || report.ownerMemberId === principal.memberId) return true;
  return (
    report.visibility === "team" &&
    (report.sharedWith.includes(principal.memberId) ||
      report.sharedWithTeamIds.some((teamId) => teamIds.includes(teamId)))
  );
}

/** Keyset of a list: the sort value and the id. */
const ReportPosition = z.tuple([z.string(), z.string()]).readonly();
type ReportPosition = z.infer<typeof ReportPosition>;

function positionOf({ id, name, updatedAt }: FoundReport, sort: ReportQuery["sort"]): ReportPosition {
  // Truncated to bound the length of a cursor.
  return [sort === "name" ? name.toLowerCase().slice(0, 100) : (updatedAt ?? ""), id];
}

function comparePositions([value, id]: ReportPosition, [otherValue, otherId]: ReportPosition): number {
  if (value !== otherValue) return value < otherValue ? -1 : 1;
  if (id === otherId) return 0;
  return id < otherId ? -1 : 1;
}
