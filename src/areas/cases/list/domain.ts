import * as z from "zod";
import { readSearchWords } from "../../../platform/database/lists/search-terms.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CaseQuery } from "./schema.ts";
import { CaseSummary, type CaseDetail } from "../schema.ts";
import { chooseSorted, findTagId, selectCases } from "./store.ts";

export const SummaryPage = z.object({ cases: z.array(CaseSummary), nextCursor: z.string().nullable() });

/**
 * A page of live cases.
 * @throws VALIDATION_FAILED for a foreign cursor, or a search without a word
 */
export async function listCases(context: Context, { view, q, tag, ...query }: CaseQuery): Promise<{ cases: (CaseDetail | CaseSummary)[]; nextCursor: string | null }> {
  const words = q === undefined ? [] : await readSearchWords(context.transaction, q, "q");
  const tagId = tag === undefined ? undefined : await findTagId(context, tag);
  if (tag !== undefined && tagId === undefined) return { cases: [], nextCursor: null };
  const filters = { ...query, words, ...(tagId !== undefined && { tagId }) };
  const alias = chooseSorted(query.sort, filters);
  const list = { name: "cases", alias, sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) => selectCases(context, view, filters, page, alias));
  return { cases: rows, nextCursor };
}
