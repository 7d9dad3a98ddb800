import { sql } from "kysely";
import { selectRows, writeEach } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** What the firm's clock says of a request that is out. */
export type DatedColumn = "expiresAt" | "nextReminderAt";

export interface DatedRequest {
  id: string;
  at: string;
}

const selectDated = (context: Context, column: DatedColumn) =>
  selectRows(context, "EsignRequest")
    .select(["id", sql<string>`${sql.ref(column)}`.as("at")])
    .where("status", "=", "sent")
    .where(column, "is not", null)
    .orderBy("id");

/** The requests that are out, in the order of their IDs. */
export function listDated(context: Context, column: DatedColumn): Promise<DatedRequest[]> {
  return selectDated(context, column).execute();
}

/** As {@link listDated}, locked until commit. */
export function lockDatedForUpdate(context: Context, column: DatedColumn): Promise<DatedRequest[]> {
  return selectDated(context, column).forNoKeyUpdate().execute();
}

/** Moves what the clock says. The local time, and the revision, stay. */
export function moveDated(context: Context, column: DatedColumn, moved: readonly DatedRequest[]): Promise<void> {
  const rows = moved.map(({ id, at }) => ({ id, [column]: at }));
  return writeEach(context, "EsignRequest", rows, { by: ["id"], columns: [column] });
}
