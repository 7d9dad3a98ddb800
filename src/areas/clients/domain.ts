import { invalidInput, invalidState, merged, notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { toE164 } from "../../platform/phone-number.ts";
import { readSearchWords } from "../../platform/database/lists/search-terms.ts";
import type { DeletedRecord } from "../../contract/deleted-records.ts";
import { listWithDeleted } from "../../platform/database/lists/deleted-records.ts";
import { nameSorts } from "../../platform/database/lists/sorted-list.ts";
import { recordShownEvent } from "../../rpc/record-shown-event.ts";
import type { Expansion } from "../../rpc/expand.ts";
import { type EventToRecord, type Context, type RecordReference } from "../../rpc/context.ts";
import { Client, type ClientSearch } from "./schema.ts";
import {
  findClient,
  findClients,
  lockClientRowForShare,
  listClientRows,
  type ClientFilter,
  type ClientRow,
} from "./store.ts";

/**
 * Locks a client FOR SHARE until commit, against deletion and merging.
 *
 * @returns what a case of the client must agree with
 * @throws NOT_FOUND
 */
export async function lockClientForShare(context: Context, clientId: string): Promise<{ dateOfBirth: string | null }> {
  const found = await lockClientRowForShare(context, clientId);
  if (found === undefined) throw notFound("Client");
  return found;
}

/**
 * A client.
 *
 * @param includeMerged whether to return a client that was merged into another
 * @throws NOT_FOUND; of a merged client the detail is the ID of the client to use
 */
export async function getClient(context: Context, clientId: string, includeMerged = false): Promise<Client> {
  const found = await findClient(context, clientId);
  const client = Client.optional().parse(found);
  if (client === undefined || isDeleted(client)) throw notFound("Client");
  if (client.mergedIntoClientId !== null && !includeMerged) throw merged("Client", client.mergedIntoClientId);
  return client;
}

/**
 * A client that is neither deleted nor merged, without a lock.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when it was merged
 */
export async function getUnmergedClient(context: Context, clientId: string): Promise<Client> {
  return requireUnmergedClient(await findClient(context, clientId));
}

/**
 * The client of a row.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when it was merged
 */
export function requireUnmergedClient(row: ClientRow | undefined): Client {
  const client = Client.optional().parse(row);
  if (client === undefined || isDeleted(client)) throw notFound("Client");
  if (client.mergedIntoClientId !== null) {
    throw invalidState("The client was merged into another and is read-only; use the client in mergedIntoClientId", {
      errorReason: "client_merged",
      detail: client.mergedIntoClientId,
    });
  }
  return client;
}

/** The client of a record, where a response can have it besides. */
export const expandClient = (idPath: string): Expansion => ({
  one: "client",
  many: "clients",
  scope: "clients:read",
  schema: Client,
  idPath,
  find: async (context, ids) => (await findClients(context, ids)).filter(({ deletedAt }) => deletedAt === null),
});

/** A merged client has `deletedAt`, too. */
function isDeleted({ deletedAt, mergedIntoClientId }: Client): boolean {
  return deletedAt !== null && mergedIntoClientId === null;
}

/**
 * A page of clients.
 *
 * @throws VALIDATION_FAILED for a foreign cursor, a search without words, or a phone that is not a number
 */
export async function listClients(
  context: Context,
  search: ClientSearch,
): Promise<{ clients: (Client | DeletedRecord)[]; nextCursor: string | null }> {
  const list = {
    name: "clients",
    alias: "c",
    sorts: nameSorts,
    deleted: { table: "Client", mergedInto: "mergedIntoClientId" },
  } as const;
  const filter = await readFilter(context, search);
  const { rows, nextCursor } = await listWithDeleted(context, list, search, {
    select: (page) => listClientRows(context, filter, page),
    show: (row): Client => row,
  });
  return { clients: rows, nextCursor };
}

async function readFilter(
  context: Context,
  { q, email, phone, tag, externalId, updatedSince }: ClientSearch,
): Promise<ClientFilter> {
  const phoneE164 = phone === undefined ? null : toE164(phone);
  if (phone !== undefined && phoneE164 === null)
    throw invalidInput({ path: "phone", message: "must be a complete phone number" });
  return {
    words: q === undefined ? null : await readSearchWords(context.transaction, q, "q"),
    emailKey: email?.toLowerCase() ?? null,
    phoneE164,
    tag: tag ?? null,
    externalId: externalId ?? null,
    updatedSince: updatedSince ?? null,
  };
}

/** A client, other records, and the client's cases, as an event's relatedIds. */
export function relateClient({ id, caseIds }: Client, others: readonly RecordReference[] = []): RecordReference[] {
  return [{ entity: "client", id }, ...others, ...caseIds.map((caseId) => ({ entity: "case", id: caseId }))];
}

interface ClientChange {
  diff?: EventToRecord["diff"];
  /** Further relatedIds. */
  others?: readonly RecordReference[];
  /** Records that show something of the client. */
  shownBy?: readonly RecordReference[];
}

/** Records an event of a client, which names its cases, too. */
export function recordClientEvent(
  context: Context,
  eventType: EventType,
  client: Client,
  { diff = {}, others = [], shownBy = [] }: ClientChange,
): void {
  const relatedIds = relateClient(client, others);
  const named = new Set(relatedIds.map(({ id }) => id));
  recordShownEvent(
    context,
    { eventType, entityId: client.id, payload: client, diff, relatedIds },
    shownBy.filter(({ id }) => !named.has(id)),
  );
}
