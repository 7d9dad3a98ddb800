import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { AppError } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { diffRecords, type Context } from "../../rpc/context.ts";
import { describeColumns, validateDates, requireContacts, takenByClients } from "./domain.columns.ts";
import { describeSsnChange, saveSsn } from "./ssn/domain.ts";
import { followClient } from "./domain.followers.ts";
import { recordClientEvent, requireUnmergedClient } from "./domain.ts";
import { Client, type ClientChanges } from "./schema.ts";
import { listShowing, lockClient, replaceTags, updateClientRow } from "./store.ts";

/**
 * Changes a client; null clears a field.
 * @throws NOT_FOUND for the client or a contact; STALE_REVISION when If-Match names another revision; DUPLICATE_ENTRY for the
 * externalId; INVALID_STATE_TRANSITION when the client was merged into another
 */
export async function updateClient(context: Context, clientId: string, changes: ClientChanges): Promise<Client> {
  // Contacts are locked before clients everywhere.
  await requireContacts(context, changes);
  const before = requireUnmergedClient(await lockClient(context, clientId));
  validateDates({ ...before, ...changes });
  if (changes.tags !== undefined) await replaceTags(context, clientId, changes.tags);
  if (changes.ssn !== undefined) await saveSsn(context, clientId, changes.ssn);
  const row = await rejectDuplicates(takenByClients, updateClientRow(context, clientId, describeColumns(changes), { before: changes.tags === undefined ? before : undefined }), changes);
  if (row === undefined) throw staleRevision("client");
  const after = Client.parse(row);
  await followClient(context, before, after);
  recordClientEvent(context, "client.updated", after, { ...diffRecords(before, after), ...describeSsnChange(changes.ssn, before.hasSsn) }, [], isShown(changes) ? await listShowing(context, clientId) : []);
  return after;
}

/** Whether other records show one of the changed fields. */
function isShown(changes: ClientChanges): boolean {
  const shown = ["firstName", "lastName", "email", "phone", "address", "zipCode", "dateOfBirth", "ssn"] as const satisfies readonly (keyof ClientChanges)[];
  return shown.some((field) => changes[field] !== undefined);
}

/**
 * Deletes a client softly.
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION while it has cases, or when it was merged into another
 */
export async function deleteClient(context: Context, clientId: string): Promise<void> {
  const before = requireUnmergedClient(await lockClient(context, clientId));
  if (before.caseCount > 0) {
    throw new AppError("INVALID_STATE_TRANSITION", "The client has cases; delete them first, or merge the client into another", {}, { errorReason: "record_in_use" });
  }
  const row = await updateClientRow(context, clientId, {}, { before, deletedAt: "now" });
  if (row === undefined) throw staleRevision("client");
  const after = Client.parse(row);
  recordClientEvent(context, "client.deleted", after, diffRecords(before, after));
}
