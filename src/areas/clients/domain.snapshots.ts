import { diffRecords } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { recordClientEvent } from "./domain.ts";
import { Client } from "./schema.ts";
import { findClients } from "./store.ts";

/**
 * Reads clients that another area is about to change, as a merge of contacts does; the caller has locked them. Deleted ones are let be.
 * @returns what announces (`client.updated`) what each has become: to be called after the change
 */
export async function trackClientChanges(context: Context, clientIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await findClients(context, clientIds)).map((row) => Client.parse(row)).filter(({ deletedAt }) => deletedAt === null);
  const before = new Map((await read()).map((client) => [client.id, client]));
  return async () => {
    for (const after of await read()) recordClientEvent(context, "client.updated", after, diffRecords(before.get(after.id) ?? after, after));
  };
}
