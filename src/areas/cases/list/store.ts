import { sql, type RawBuilder } from "kysely";
import { hasWords } from "../../../platform/database/lists/search-terms.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { SearchWord } from "../../../platform/names/record-words.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CaseFilters, CaseQuery } from "./schema.ts";
import type { CaseDetail, CaseSummary } from "../schema.ts";
import { joinPlaintiff, selectDetail, selectTags } from "../store.ts";

export type ListedView = "summary" | "full";
type ListedCase = CaseDetail | CaseSummary;

/** The tag is resolved to its id, because the planner has statistics for constants. */
export type ListFilters = Omit<CaseFilters, "q" | "tag"> & { words: readonly SearchWord[]; tagId?: string };

const shown: Record<ListedView, (organizationId: string) => RawBuilder<unknown>> = {
  summary: (organizationId) =>
    sql`c.*, json_build_object('id', p.id, 'firstName', p."firstName", 'lastName', p."lastName") AS plaintiff, ${selectTags(organizationId)}`,
  full: selectDetail,
};

/**
 * Sorts by the link table if a filter uses it and the sort is by id: its index has that order, so the cost depends on
 * the page only.
 */
export function chooseSorted(
  sort: CaseQuery["sort"],
  { attorneyId, tagId }: Pick<ListFilters, "attorneyId" | "tagId">,
): "c" | "l" {
  return sort !== "updated" && (attorneyId ?? tagId) !== undefined ? "l" : "c";
}

/**
 * The statement of {@link listCaseRows}. Contains only the requested filters: an optional condition would hide the
 * index.
 *
 * @param page with the alias that it is made for: see {@link chooseSorted}
 */
export function selectCases(
  { organizationId }: Pick<Context, "organizationId">,
  view: ListedView,
  filters: ListFilters,
  { sorted, ...page }: SortedPage & { sorted: "c" | "l" },
): RawBuilder<ListedCase> {
  const { attorneyId, tagId, ...others } = filters;
  const links = [
    ...(attorneyId === undefined
      ? []
      : [
          sql`SELECT "caseId" AS id FROM "CaseAttorney" WHERE "organizationId" = ${organizationId} AND "attorneyId" = ${attorneyId}`,
        ]),
    ...(tagId === undefined
      ? []
      : [sql`SELECT "caseId" AS id FROM "CaseTag" WHERE "organizationId" = ${organizationId} AND "tagId" = ${tagId}`]),
  ];
  const source = sorted === "l" ? links.shift() : undefined;
  // An attorney may have several roles in a case. In the page's order already here: DISTINCT alone would have the ids in its own, and all of them would be sorted.
  const direction = page.byId?.descending === false ? sql`ASC` : sql`DESC`;
  const conditions = sql.join(
    [
      sql`c."organizationId" = ${organizationId}`,
      sql`c."deletedAt" IS NULL`,
      ...describeFilters(organizationId, others, page),
      ...links.map((link) => sql`c.id IN (${link})`),
    ],
    sql` AND `,
  );
  // One look for each link, in their order: a join of two sorted lists would read the cases from their beginning.
  const found =
    source === undefined
      ? sql`"Case" c WHERE ${conditions} AND ${page.after}`
      : sql`(SELECT DISTINCT id FROM (${source}) s ORDER BY id ${direction}) l CROSS JOIN LATERAL (SELECT c.* FROM "Case" c WHERE ${conditions} AND c.id = l.id LIMIT 1) c WHERE ${page.after}`;
  return sql<ListedCase>`
    SELECT ${shown[view](organizationId)}
    FROM (SELECT c.* FROM ${found} ORDER BY ${page.order} LIMIT ${page.limit}::integer) c
    CROSS JOIN LATERAL (SELECT c.id) l
    ${joinPlaintiff(organizationId)}
    ORDER BY ${page.order}`;
}

const equalities = [
  "matterStage",
  "matterStatus",
  "caseType",
  "caseState",
  "plaintiffId",
  "partnerId",
  "externalId",
] as const;

const bounds = [
  ["dateOfIncidentFrom", "dateOfIncident", sql`>=`],
  ["dateOfIncidentTo", "dateOfIncident", sql`<=`],
  ["closedOnFrom", "closedOn", sql`>=`],
  ["closedOnTo", "closedOn", sql`<=`],
] as const;

function describeFilters(
  organizationId: string,
  filters: Omit<ListFilters, "attorneyId" | "tagId">,
  page: SortedPage,
): RawBuilder<unknown>[] {
  const { updatedSince, words, highValue, withoutOpenTasks } = filters;
  // One look into the index of open tasks (Task_case_open) for each case that the page walks past.
  const openTask = sql`EXISTS (SELECT FROM "Task" k WHERE k."organizationId" = ${organizationId} AND k."caseId" = c.id AND k."isOpen" AND k."deletedAt" IS NULL)`;
  return [
    ...equalities.flatMap((column) =>
      filters[column] === undefined ? [] : [sql`c.${sql.ref(column)} = ${filters[column]}`],
    ),
    // Not a parameter: the index holds only the cases that are.
    ...(highValue === undefined ? [] : [highValue ? sql`c."highValue"` : sql`NOT c."highValue"`]),
    ...(withoutOpenTasks === undefined ? [] : [withoutOpenTasks ? sql`NOT ${openTask}` : openTask]),
    ...bounds.flatMap(([filter, column, comparison]) =>
      filters[filter] === undefined ? [] : [sql`c.${sql.ref(column)} ${comparison} ${filters[filter]}::date`],
    ),
    ...(updatedSince === undefined ? [] : [sql`c."updatedAt" >= ${updatedSince}::timestamptz`]),
    ...(words.length === 0 ? [] : [hasWords({ organizationId, entity: "case", id: sql.ref("c.id"), words, page })]),
  ];
}

/**
 * The live tag with the name. The key is computed in its own statement: below row-level security only a comparison with
 * a plain value uses the index.
 */
export async function findTagId({ organizationId, transaction }: Context, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM "Tag" t WHERE t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL
      AND t."nameKey" = (SELECT fold_name(${name}::text))`.execute(transaction);
  return rows[0]?.id;
}
