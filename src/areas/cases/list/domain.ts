import * as z from "zod";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { readSearchWords } from "../../../platform/database/lists/search-terms.ts";
import type { DeletedRecord } from "../../../contract/deleted-records.ts";
import { listWithDeleted } from "../../../platform/database/lists/deleted-records.ts";
import { commonSorts } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CaseQuery } from "./schema.ts";
import { CaseSummary, type CaseDetail } from "../schema.ts";
import { chooseSorted, findTagId, selectCases } from "./store.ts";

export const SummaryPage = z.object({ cases: z.array(CaseSummary), nextCursor: z.string().nullable() });

/**
 * A page of cases.
 *
 * @throws VALIDATION_FAILED for a foreign cursor, or a search without a word; FORBIDDEN for a filter by tasks without
 *   `tasks:read`
 */
export async function listCases(
  context: Context,
  { view, q, tag, ...query }: CaseQuery,
): Promise<{ cases: (CaseDetail | CaseSummary | DeletedRecord)[]; nextCursor: string | null }> {
  if (query.withoutOpenTasks !== undefined && !context.principal.scopes.has("tasks:read"))
    throw new AppError("FORBIDDEN", "withoutOpenTasks requires the scope tasks:read", {
      missingScopes: ["tasks:read"],
    });
  const words = q === undefined ? [] : await readSearchWords(context.transaction, q, "q");
  const tagId = tag === undefined ? undefined : await findTagId(context, tag);
  if (tag !== undefined && tagId === undefined) return { cases: [], nextCursor: null };
  const filters = { ...query, words, ...(tagId !== undefined && { tagId }) };
  const alias = chooseSorted(query.sort, filters);
  const list = { name: "cases", alias, sorts: commonSorts, deleted: { table: "Case" } } as const;
  const { rows, nextCursor } = await listWithDeleted(context, list, query, {
    select: (page) => selectCases(context, view, filters, { ...page, sorted: alias }),
    show: (row) => row,
  });
  return { cases: rows, nextCursor };
}
