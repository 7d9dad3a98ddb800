import { listRecords, type Sort } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { readDeadline } from "../domain.ts";
import { DeadlineChange, type HistoryQuery } from "./schema.ts";
import { selectChangePage } from "./store.ts";

const byNumber = { column: "number", type: "bigint" } as const;
const sorts = { newest: { ...byNumber, descending: true }, oldest: { ...byNumber, descending: false } } as const satisfies Record<string, Sort>;

/** A page of what became of a deadline. @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor */
export async function listChanges(context: Context, { deadlineId, ...query }: HistoryQuery): Promise<{ changes: DeadlineChange[]; nextCursor: string | null }> {
  await readDeadline(context, deadlineId);
  const { rows, nextCursor } = await listRecords(context, { name: `changes of ${deadlineId}`, alias: "h", sorts }, query, (page) => selectChangePage(context, deadlineId, page));
  return { changes: rows.map(({ actor, onBehalfOf, ...row }) => DeadlineChange.parse({ ...row, actor: { ...actor, onBehalfOf } })), nextCursor };
}
