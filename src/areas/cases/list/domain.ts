import * as z from "zod";
import { readSearchWords } from "../../../platform/database/lists/search-terms.ts";
import type { DeletedRecord } from "../../../contract/deleted-records.ts";
import { JsonText, orText } from "../../../contract/values/json-text.ts";
import { listWithDeleted } from "../../../platform/database/lists/deleted-records.ts";
import { selectAsText } from "../../../platform/database/record-text.ts";
import { commonSorts } from "../../../platform/database/lists/sorted-list.ts";
import { assertScopes } from "../../../rpc/authorize.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CaseQuery } from "./schema.ts";
import { CaseDetail, CaseSummary } from "../schema.ts";
import { chooseSorted, findTagId, selectCases } from "./store.ts";

export const SummaryPage = z.object({ cases: z.array(orText(CaseSummary)), nextCursor: z.string().nullable() });

const schemas = { summary: CaseSummary, full: CaseDetail };

/**
 * A page of cases, each as the JSON text that PostgreSQL writes: reading and writing the rows of a page of 100 in the
 * full view again took most of its time.
 *
 * @throws VALIDATION_FAILED for a foreign cursor, or a search without a word; FORBIDDEN for a filter by tasks without
 *   `tasks:read`
 */
export async function listCases(
  context: Context,
  { view, q, tag, ...query }: CaseQuery,
): Promise<{ cases: (JsonText<CaseDetail | CaseSummary> | DeletedRecord)[]; nextCursor: string | null }> {
  if (query.withoutOpenTasks !== undefined) assertScopes(context, ["tasks:read"]);
  const words = q === undefined ? [] : await readSearchWords(context.transaction, q, "q");
  const tagId = tag === undefined ? undefined : await findTagId(context, tag);
  if (tag !== undefined && tagId === undefined) return { cases: [], nextCursor: null };
  const filters = { ...query, words, ...(tagId !== undefined && { tagId }) };
  const alias = chooseSorted(query.sort, filters);
  const list = { name: "cases", alias, sorts: commonSorts, deleted: { table: "Case" } } as const;
  const { rows, nextCursor } = await listWithDeleted(context, list, query, {
    select: async (page) => {
      const statement = selectCases(context, view, filters, { ...page, sorted: alias }).compile(context.transaction);
      return (await context.transaction.executeQuery(selectAsText(schemas[view], ["id", "updatedAt"], statement))).rows;
    },
    show: ({ json }) => new JsonText<CaseDetail | CaseSummary>(json),
  });
  return { cases: rows, nextCursor };
}
