import type * as z from "zod";
import { withoutDeleted } from "../../../contract/deleted-records.ts";
import type { Context } from "../../../rpc/context.ts";
import { listCases, type SummaryPage } from "./domain.ts";
import { getClient } from "../../clients/domain.ts";

type CaseQuery = Parameters<typeof listCases>[1];

/**
 * A page of a client's live cases.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listCasesOf(
  context: Context,
  clientId: string,
  query: Pick<CaseQuery, "after" | "limit" | "sort" | "updatedSince">,
): Promise<z.output<typeof SummaryPage>> {
  await getClient(context, clientId);
  const { cases, nextCursor } = await listCases(context, { ...query, view: "summary", plaintiffId: clientId });
  return { cases: withoutDeleted(cases), nextCursor };
}
