import { notFound } from "../../contract/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { announce, diffRecords } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { Client } from "./schema.ts";
import type { ClientChanges } from "./schema.ts";
import { lockClient, updateClientRow } from "./store.ts";

/**
 * Changes a client; null clears a field.
 * @throws NOT_FOUND; STALE_REVISION when If-Match names another revision
 */
export async function updateClient(context: Context, clientId: string, changes: ClientChanges): Promise<Client> {
  const before = await lockClient(context, clientId);
  if (before === undefined) throw notFound("Client");
  const after = await updateClientRow(context, clientId, changes);
  if (after === undefined) throw staleRevision("client");
  const payload = Client.parse(after);
  announce(context, {
    eventType: "client.updated",
    entityId: clientId,
    payload,
    diff: diffRecords(Client.parse(before), payload),
    relatedIds: [{ entity: "client", id: clientId }, ...after.caseIds.map((id) => ({ entity: "case", id }))],
  });
  return payload;
}
