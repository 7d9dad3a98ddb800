import { sql, type RawBuilder } from "kysely";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import type { ResolvedColumn } from "../definition/domain.ts";
import type { ReportPlan } from "../definition/domain.plan.ts";
import {
  aggregateOf,
  cutText,
  expressionOf,
  isShownAs,
  isSortedByIndex,
  joinsOf,
  ranksOf,
  valueOf,
  wireText,
} from "./store.expressions.ts";
import { conditionOf } from "./store.filters.ts";
import {
  isAfterKeyset,
  isAfterIdKeyset,
  digestOf,
  orderBy,
  selectKeyset,
  sortable,
  type KeysetValues,
  type SortKey,
} from "./store.keyset.ts";
import { reportSources } from "../catalog/store.sources.ts";

type Sql = RawBuilder<unknown>;

/** `organizationId`, `id`, the parts as c0, c1 … in the wire format and the keyset as k0, k1 …; all text. */
export type RawRow = Record<string, string | null>;

/** Whose rows a statement reads. */
export interface Span {
  organizationIds: readonly string[];
  /**
   * Whether tables are on several nodes: none runs a statement that joins several organizations, but each runs one that
   * names its own.
   */
  onCluster: boolean;
}

/**
 * The rows `r` of each organization `o`, which has today's date in its time zone. A cluster gets the statement once for
 * each, with its ID as a parameter; PostgreSQL would plan each for itself, which takes milliseconds. They are
 * materialized, so that a cluster runs each by itself: it plans a UNION ALL as one statement over several nodes, and
 * rejects its joins.
 *
 * @param rows the statement of the organization `o`
 */
export function fromEach({ organizationIds, onCluster }: Span, rows: Sql): Sql {
  const of = (id: Sql, which: Sql) => sql`(
    SELECT ${id} AS id, name, timezone, (now() AT TIME ZONE timezone)::date AS today FROM "Organization" WHERE ${which}) o CROSS JOIN LATERAL (${rows}) r`;
  const ofOne = (id: string) => of(sql`${id}::text`, sql`id = ${id}`);
  const [only, ...others] = organizationIds;
  if (only !== undefined && others.length === 0) return ofOne(only);
  if (!onCluster || only === undefined) return of(sql`id`, sql`id = ANY (${[...organizationIds]}::text[])`);
  const each = organizationIds.map((id, at) => ({ name: sql.ref(`of${at}`), own: sql`SELECT r.* FROM ${ofOne(id)}` }));
  const parts = each.map(({ name, own }) => sql`${name} AS MATERIALIZED (${own})`);
  return sql`(WITH ${sql.join(parts)} ${sql.join(
    each.map(({ name }) => sql`SELECT * FROM ${name}`),
    sql` UNION ALL `,
  )}) r`;
}

/** v: a record's value; x: a row's part; c: a part as shown. None of these names comes from the caller. */
const nth = (letter: "x" | "v" | "c", at: number): string => `${letter}${at}`;
const list = (parts: readonly Sql[]): Sql => (parts.length === 0 ? sql`` : sql`, ${sql.join(parts)}`);

/** What a statement reads. */
type Read = Pick<ReportPlan, "entity" | "parts" | "filters" | "only">;

function fromWhere(plan: Read): Sql {
  const source = reportSources[plan.entity];
  const filters = plan.filters.map((filter) => sql` AND ${conditionOf(filter, expressionOf(source, filter.field))}`);
  const only = plan.only === null ? sql`` : sql` AND ${isShownAs(source, plan.only.part, plan.only.value)}`;
  return sql`FROM ${source.from} ${joinsOf(plan)} WHERE t."organizationId" = o.id AND ${source.live}${only}${filters.length === 0 ? sql`` : sql.join(filters, sql``)}`;
}

/** Without group columns there is exactly one group, even if no row matches (as in SQL). */
export function selectGroups(plan: Read): Sql {
  const source = reportSources[plan.entity];
  const values = plan.parts.map((part, at) => sql`${valueOf(source, part)} AS ${sql.ref(nth("v", at))}`);
  const parts = plan.parts.map(
    (part, at) => sql`${aggregateOf(part, sql.ref(nth("v", at)))} AS ${sql.ref(nth("x", at))}`,
  );
  const groups = plan.parts.flatMap(({ aggregate }, at) => (aggregate === null ? [sql.ref(nth("v", at))] : []));
  const grouping = groups.length === 0 ? sql`` : sql`GROUP BY ${sql.join(groups)}`;
  return sql`SELECT o.id AS "organizationId", NULL::text AS id${list(parts)} FROM (SELECT ${sql.join(values)} ${fromWhere(plan)}) b ${grouping}`;
}

/** The sort, the organization, and what makes a row unique within it. */
interface Order {
  sorted: SortKey[];
  organization: SortKey;
  own: SortKey[];
}

const listKeys = ({ sorted, organization, own }: Order): SortKey[] => [...sorted, organization, ...own];

/**
 * @param valueAt the expression of a part
 * @param id of the record
 */
function orderOf(
  plan: ReportPlan,
  valueAt: (at: number, part: ResolvedColumn) => Sql,
  organization: Sql,
  id: Sql,
): Order {
  const source = reportSources[plan.entity];
  const byValue = (at: number, part: ResolvedColumn): SortKey => {
    // An indexed value is short and compared unchanged.
    const isNeverNull = isSortedByIndex(source, part);
    return {
      value: isNeverNull ? valueAt(at, part) : sortable(valueAt(at, part), part.type),
      type: part.type,
      descending: false,
      isNeverNull,
    };
  };
  const sorted = plan.order.flatMap(({ part: at, descending }): SortKey[] => {
    const part = plan.parts[at];
    if (part === undefined) return [];
    const key = byValue(at, part);
    const ranks = ranksOf(source, part);
    if (ranks === null) return [{ ...key, descending }];
    return [
      {
        value: sql`array_position(${[...ranks]}::text[], ${valueAt(at, part)})`,
        type: "integer",
        descending,
        isNeverNull: false,
      },
    ];
  });
  const groups = plan.parts.flatMap((part, at) => (part.aggregate === null ? [{ at, part }] : []));
  const digest = digestOf(groups.map(({ at, part }) => ({ value: valueAt(at, part), type: part.type })));
  const byGroup = () => [...groups.map(({ at, part }) => byValue(at, part)), ...(digest === null ? [] : [digest])];
  const text = { type: "text", isNeverNull: true } as const;
  // By id in the direction of the last column, so that an index on both can be read backwards.
  const byId = { ...text, value: id, descending: plan.order.at(-1)?.descending ?? false };
  return {
    sorted,
    organization: { ...text, value: organization, descending: false },
    own: plan.isGrouped ? byGroup() : [byId],
  };
}

/** A page; `after` is null for the first one. */
export interface Page {
  after: KeysetValues | null;
  limit: number;
}

/** Limited per organization to what the page can need. */
function selectRecords(plan: ReportPlan, page: Page | null): Sql {
  const source = reportSources[plan.entity];
  const order = orderOf(plan, (_, part) => valueOf(source, part), sql`o.id`, sql`t.id`);
  const values = plan.parts.map((part, at) => sql`${valueOf(source, part)} AS ${sql.ref(nth("x", at))}`);
  const records = sql`SELECT o.id AS "organizationId", t.id AS id${list(values)} ${fromWhere(plan)}`;
  if (page === null) return records;
  const isAfter =
    order.sorted.length === 0
      ? isAfterIdKeyset(sql`o.id`, sql`t.id`, page.after ?? [])
      : isAfterKeyset(listKeys(order), page.after ?? []);
  return sql`${records}${page.after === null ? sql`` : sql` AND ${isAfter}`} ORDER BY ${orderBy([...order.sorted, ...order.own])} LIMIT ${page.limit}`;
}

/**
 * The statement of a report's rows. It begins with `unpreparedMark` (prepared-statements.ts), as a literal:
 * row-types.test.ts finds a statement by the first words of its template.
 *
 * @param page null for all rows
 */
export function selectRows(plan: ReportPlan, span: Span, page: Page | null): RawBuilder<RawRow> {
  const order = listKeys(orderOf(plan, (at) => sql.ref(`r.${nth("x", at)}`), sql`r."organizationId"`, sql`r.id`));
  const show = (type: ReportColumnType, value: Sql) =>
    page !== null && type === "text" ? cutText(value) : wireText(type, value);
  const shown = plan.columns.map(
    ({ type }, at) => sql`${show(type, sql.ref(`r.${nth("x", at)}`))} AS ${sql.ref(nth("c", at))}`,
  );
  const isAfter =
    plan.isGrouped && page !== null && page.after !== null ? sql`WHERE ${isAfterKeyset(order, page.after)}` : sql``;
  return sql<RawRow>`/* once */
    SELECT r."organizationId", r.id${list([...shown, ...selectKeyset(order)])}
    FROM ${fromEach(span, plan.isGrouped ? selectGroups(plan) : selectRecords(plan, page))}
    ${isAfter} ORDER BY ${orderBy(order)} ${page === null ? sql`` : sql`LIMIT ${page.limit}`}`;
}

/** Totals as c0, c1 … in the order of the given columns. */
export function selectTotals(plan: ReportPlan, added: readonly ResolvedColumn[], span: Span): RawBuilder<RawRow> {
  const source = reportSources[plan.entity];
  const values = added.map((part, at) => sql`${valueOf(source, part)} AS ${sql.ref(nth("v", at))}`);
  const sums = added.map(
    ({ aggregate }, at) =>
      sql`(${aggregate === "count" ? sql`count(*)` : sql`sum(${sql.ref(`r.${nth("v", at)}`)})`})::text AS ${sql.ref(nth("c", at))}`,
  );
  return sql<RawRow>`/* once */ SELECT ${sql.join(sums)} FROM ${fromEach(span, sql`SELECT ${sql.join(values)} ${fromWhere(plan)}`)}`;
}

export function selectCount(plan: ReportPlan, span: Span): RawBuilder<{ count: number }> {
  const rows = plan.isGrouped ? selectGroups(plan) : sql`SELECT 1 ${fromWhere(plan)}`;
  return sql<{ count: number }>`/* once */ SELECT count(*)::integer AS count FROM ${fromEach(span, rows)}`;
}
