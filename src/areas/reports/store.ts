import { sql } from "kysely";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { selectRecord, selectRows } from "../../platform/database/records.ts";

const columns = [
  "id",
  "name",
  "description",
  "category",
  "entity",
  "definition",
  "visibility",
  "sharedWith",
  "sharedWithTeamIds",
  "apiVisible",
  "ownerMemberId",
  "revision",
  "createdAt",
  "updatedAt",
] as const;

export type ReportRow = Pick<Row<"Report">, (typeof columns)[number]>;

/** A report inherited from a parent organization. */
export type InheritedRow = Pick<
  ReportRow,
  | "id"
  | "name"
  | "description"
  | "category"
  | "entity"
  | "definition"
  | "apiVisible"
  | "revision"
  | "createdAt"
  | "updatedAt"
> & { ownerOrganizationId: string; ownerOrganizationName: string };

export type SettingRow = Pick<Row<"ReportSetting">, "reportId" | "apiVisible" | "lastRunAt">;

/** The organization's own reports that are not deleted; creation limits their number. */
export function listReportRows({ organizationId, transaction }: Context): Promise<ReportRow[]> {
  return transaction
    .selectFrom("Report")
    .select(columns)
    .where("organizationId", "=", organizationId)
    .where("deletedAt", "is", null)
    .execute();
}

export function findReportRow(context: Context, reportId: string): Promise<ReportRow | undefined> {
  return selectRecord(context, "Report", reportId).select(columns).where("deletedAt", "is", null).executeTakeFirst();
}

const inherited = new WeakMap<Context["pending"], Promise<InheritedRow[]>>();

/**
 * Reports shared by parent organizations, read once in a unit of work: a cluster does not run this function after the
 * first change. Who changes something and then shows a report calls it before.
 *
 * @param reportId only that one
 */
export async function listInheritedRows({ transaction, pending }: Context, reportId?: string): Promise<InheritedRow[]> {
  const reading =
    inherited.get(pending) ??
    sql<InheritedRow>`SELECT * FROM list_inherited_reports()`.execute(transaction).then(({ rows }) => rows);
  inherited.set(pending, reading);
  const rows = await reading;
  return reportId === undefined ? rows : rows.filter(({ id }) => id === reportId);
}

/**
 * The organization's settings and last runs of reports.
 *
 * @param reportId only that one
 */
export function listSettings(context: Context, reportId?: string): Promise<SettingRow[]> {
  return selectRows(context, "ReportSetting")
    .select(["reportId", "apiVisible", "lastRunAt"])
    .$if(reportId !== undefined, (query) => query.where("reportId", "=", reportId ?? ""))
    .execute();
}
