import { findStartOfDay } from "../../../contract/portal/usage.ts";
import { readPage } from "../../../platform/database/lists/cursor.ts";
import type { Context } from "../../../rpc/context.ts";
import { Office, OfficeKey, type OfficeKeysPage } from "./schema.ts";
import { listOfficeKeys, listOffices } from "./store.ts";

const startOfDay = () => findStartOfDay().toISOString();

/**
 * The organizations below a headquarters, with the health of the keys of those that let it see them; none below any
 * other.
 */
export async function describeOffices(context: Context): Promise<Office[]> {
  const rows = await listOffices(context, startOfDay());
  return rows.map(({ isVisible, ...row }) => Office.parse({ ...row, health: isVisible ? row : null }));
}

/**
 * The keys of an office, oldest first; empty for one that does not let the headquarters see them, whether it exists or
 * not.
 */
export async function readOfficeKeys(
  context: Context,
  { organizationId, ...page }: OfficeKeysPage,
): Promise<{ keys: OfficeKey[]; nextCursor: string | null }> {
  const list = { organizationId: context.organizationId, name: `office-keys ${organizationId}` };
  const { rows, nextCursor } = await readPage(list, page, ({ after, limit }) =>
    listOfficeKeys(context, organizationId, startOfDay(), { after, limit }),
  );
  return { keys: rows.map((row) => OfficeKey.parse(row)), nextCursor };
}
