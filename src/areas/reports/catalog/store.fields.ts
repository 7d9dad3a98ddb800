import { sql, type RawBuilder } from "kysely";
import { valuesOf, type Enumeration } from "../../../contract/enumeration.ts";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import type { Scope } from "../../../contract/scopes.ts";

type Sql = RawBuilder<unknown>;

/**
 * A field and the expression that reads it. Aliases: `t` is the entity's row, `o` the organization with its `timezone`
 * and `today`; all others are joins.
 */
export interface SourceField {
  label: string;
  type: ReportColumnType;
  group: string;
  scope: Scope | null;
  /** Its values in declaration order; null for any value. */
  values: readonly string[] | null;
  sql: Sql;
  joins: readonly string[];
  /** A column that is never null and sorted by an index, so it is compared unchanged. */
  isNeverNull: boolean;
  /** Whether it sorts by the order of its values, such as the stages of a case, instead of alphabetically. */
  isRanked: boolean;
}

/** A joined table with at most one row per row of the entity; `needs` are joined before it. */
export interface SourceJoin {
  sql: Sql;
  needs?: readonly string[];
}

/** A report entity. Every name in a statement comes from here; a definition only selects. */
export interface ReportSource {
  scope: Scope;
  from: Sql;
  live: RawBuilder<boolean>;
  joins: Readonly<Record<string, SourceJoin>>;
  fields: Readonly<Record<string, SourceField>>;
  /** The column with the custom fields' values. */
  custom: Sql | null;
}

export interface Details {
  scope?: Scope;
  of?: Enumeration;
  joins?: readonly string[];
  isNeverNull?: boolean;
  isRanked?: boolean;
}

const declare =
  (type: ReportColumnType) =>
  (label: string, expression: Sql, details: Details = {}): Omit<SourceField, "group"> => ({
    label,
    type,
    sql: expression,
    scope: details.scope ?? null,
    values: details.of === undefined ? null : valuesOf(details.of),
    joins: details.joins ?? [],
    isNeverNull: details.isNeverNull ?? false,
    isRanked: details.isRanked ?? false,
  });

export const text = declare("text");
export const integer = declare("integer");
export const decimal = declare("number");
export const money = declare("money");
export const flag = declare("boolean");
export const date = declare("date");
export const instant = declare("instant");

export function group(name: string, fields: Record<string, Omit<SourceField, "group">>): Record<string, SourceField> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, group: name }]));
}

/** When a record was created and last changed. Alias `t`. */
export const versionFields = {
  createdAt: instant("Created", sql`t."createdAt"`, { isNeverNull: true }),
  updatedAt: instant("Changed", sql`t."updatedAt"`, { isNeverNull: true }),
};

/** The day of an instant in the organization's time zone. */
export const dayOf = (moment: Sql): Sql => sql`(${moment} AT TIME ZONE o.timezone)::date`;

/**
 * The day of a column that keeps a day as an instant. Midnight in UTC is a day that was sent as one, whatever the
 * organization's time zone; any other instant is a moment, and its day the organization's.
 */
export const givenDayOf = (moment: Sql): Sql =>
  sql`(${moment} AT TIME ZONE CASE WHEN ${moment} = date_trunc('day', ${moment}, 'UTC') THEN 'UTC' ELSE o.timezone END)::date`;

export const daysSince = (day: Sql): Sql => sql`(o.today - ${day})`;

export const nameOf = (alias: string): Sql =>
  sql`ltrim(${sql.ref(`${alias}.firstName`)} || ' ' || ${sql.ref(`${alias}.lastName`)})`;

/**
 * Joins a row of another table of the same organization by id.
 *
 * @param condition an additional condition
 */
export function joinOne(table: string, alias: string, id: Sql, condition: Sql = sql``): Sql {
  return sql`LEFT JOIN ${sql.table(table)} ${sql.ref(alias)} ON ${sql.ref(`${alias}.organizationId`)} = t."organizationId" AND ${sql.ref(`${alias}.id`)} = ${id} ${condition}`;
}
