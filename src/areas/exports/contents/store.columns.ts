import { sql, type RawBuilder } from "kysely";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { TableColumn } from "../../../platform/file-formats/table-values.ts";
import type { Context } from "../../../rpc/context.ts";

export type Inside = Pick<Context, "organizationId" | "transaction">;

type OfOrganization = (organizationId: string) => RawBuilder<unknown>;

/** A column of a file, and its value: of the row `t`, where it needs none of the organization. */
export type SelectedColumn = readonly [TableColumn, RawBuilder<unknown> | OfOrganization];

/** Makes columns of a table's own values. */
export function ownColumns<Name extends keyof Tables>() {
  return (key: keyof Row<Name> & string, label: string, type: ReportColumnType = "text"): SelectedColumn => [
    { key, label, type },
    sql`t.${sql.ref(key)}`,
  ];
}

/** A column whose value is not one of the row's own. */
export function otherColumn(
  key: string,
  label: string,
  value: RawBuilder<unknown> | OfOrganization,
  type: ReportColumnType = "text",
): SelectedColumn {
  return [{ key, label, type }, value];
}

/** The select list of columns, each named by its key. */
export function selectColumns(columns: readonly SelectedColumn[], organizationId: string): RawBuilder<unknown> {
  return sql.join(
    columns.map(
      ([{ key }, value]) => sql`${typeof value === "function" ? value(organizationId) : value} AS ${sql.ref(key)}`,
    ),
  );
}

/** When rows were changed: days in the organization's time zone, both inclusive. */
export interface ChangeSpan {
  updatedFrom?: string | undefined;
  updatedTo?: string | undefined;
}

/** Rows of `t` that are the organization's, not deleted, and changed within the days. */
export function liveRows({ organizationId }: Inside, { updatedFrom, updatedTo }: ChangeSpan): RawBuilder<unknown>[] {
  const zone = sql`(SELECT timezone FROM "Organization" WHERE id = ${organizationId})`;
  return [
    sql`t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL`,
    ...(updatedFrom === undefined
      ? []
      : [sql`t."updatedAt" >= (${updatedFrom}::date::timestamp AT TIME ZONE ${zone})`]),
    ...(updatedTo === undefined
      ? []
      : [sql`t."updatedAt" < ((${updatedTo}::date + 1)::timestamp AT TIME ZONE ${zone})`]),
  ];
}
