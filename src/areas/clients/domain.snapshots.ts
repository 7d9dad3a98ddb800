import { diffRecords, type Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { recordClientEvent } from "./domain.ts";
import { Client } from "./schema.ts";
import { findClients } from "./store.ts";

/**
 * Snapshots live clients that another area is about to change; the caller has locked them.
 *
 * @returns records `client.updated` for each
 */
export function trackClientChanges(context: Context, clientIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () =>
    (await findClients(context, clientIds))
      .map((row) => Client.parse(row))
      .filter(({ deletedAt }) => deletedAt === null);
  return trackChanges(read, (before, after) =>
    recordClientEvent(context, "client.updated", after, { diff: diffRecords(before, after) }),
  );
}
