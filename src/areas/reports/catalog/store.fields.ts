import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Enumeration } from "../../../contract/enumeration.ts";
import { valuesOf } from "../../../contract/enumeration.ts";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import type { Scope } from "../../../contract/scopes.ts";

type Sql = RawBuilder<unknown>;

/**
 * A field and the expression that reads it. Aliases: `t` is the entity's own row, `o` the organization with its `timezone` and `today`;
 * all others are joins.
 */
export interface SourceField {
  label: string;
  type: ReportColumnType;
  group: string;
  scope: Scope | null;
  /** The closed set of its values, in the order of declaration; null where any will do. */
  values: readonly string[] | null;
  sql: Sql;
  joins: readonly string[];
  /** A column that is never null, sorted by an index: it is compared as it stands. */
  isNeverNull: boolean;
  /** Whether it is sorted by the order of its values, such as the stages of a case, instead of the alphabet's. */
  isRanked: boolean;
}

/** A table that is joined, at most one row for each row of the entity; `needs` stand before it. */
export interface SourceJoin {
  sql: Sql;
  needs?: readonly string[];
}

/** An entity of reports. Everything that a statement names comes from here; a definition only chooses. */
export interface ReportSource {
  /** Without it nobody reads the entity. */
  scope: Scope;
  from: Sql;
  /** Which rows count. */
  live: RawBuilder<boolean>;
  joins: Readonly<Record<string, SourceJoin>>;
  fields: Readonly<Record<string, SourceField>>;
  /** Where the values of the organization's own fields stand. */
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

/** One function for each type of field: label, expression, and what else is to be known of it. */
export const text = declare("text");
export const integer = declare("integer");
export const decimal = declare("number");
export const money = declare("money");
export const flag = declare("boolean");
export const date = declare("date");
export const instant = declare("instant");

/** Puts fields under one heading of the builder. */
export function group(name: string, fields: Record<string, Omit<SourceField, "group">>): Record<string, SourceField> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, group: name }]));
}

/** The day of an instant by the organization's calendar. */
export const dayOf = (moment: Sql): Sql => sql`(${moment} AT TIME ZONE o.timezone)::date`;

/** Whole days from a date to today. */
export const daysSince = (day: Sql): Sql => sql`(o.today - ${day})`;

/** A person's name in a row of members or clients. */
export const nameOf = (alias: string): Sql => sql`${sql.ref(`${alias}.firstName`)} || ' ' || ${sql.ref(`${alias}.lastName`)}`;

/** A row of another table of the same organization, by its id. @param condition more that must hold of it */
export function joinOne(table: string, alias: string, id: Sql, condition: Sql = sql``): Sql {
  return sql`LEFT JOIN ${sql.table(table)} ${sql.ref(alias)} ON ${sql.ref(`${alias}.organizationId`)} = t."organizationId" AND ${sql.ref(`${alias}.id`)} = ${id} ${condition}`;
}
