import { insertRows, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CapturedMessageFilter } from "./schema.ts";

export type CapturedRow = Omit<Row<"CapturedMessage">, "organizationId" | "createdAt">;

/** Inserts captured messages; those of an email or a text that was captured before stay as they are. */
export function insertCaptured(
  context: Pick<Context, "organizationId" | "transaction">,
  rows: readonly CapturedRow[],
): Promise<void> {
  return insertRows(
    context,
    "CapturedMessage",
    rows.map(({ attachments, ...row }) => ({ ...row, attachments: JSON.stringify(attachments) })),
    "skip",
  );
}

/** Newest first. */
export function listCaptured(
  context: Context,
  { channel, to, entityId }: Pick<CapturedMessageFilter, "channel" | "to" | "entityId">,
  { after, limit }: { after: string | null; limit: number },
): Promise<Row<"CapturedMessage">[]> {
  let query = selectRows(context, "CapturedMessage").selectAll();
  if (channel !== undefined) query = query.where("channel", "=", channel);
  if (to !== undefined) query = query.where("to", "=", to);
  if (entityId !== undefined) query = query.where("entityId", "=", entityId);
  if (after !== null) query = query.where("id", "<", after);
  return query.orderBy("id", "desc").limit(limit).execute();
}
