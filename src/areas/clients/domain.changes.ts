import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { invalidInput, recordInUse } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { diffRecords, withoutIfMatch, type Context } from "../../rpc/context.ts";
import { recordDeletion } from "../../rpc/record-deletion.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { describeColumns, validateDates, lockContactsOfClientForShare, takenByClients } from "./domain.columns.ts";
import { describeSsnChange, saveSsn } from "./ssn/domain.ts";
import { precedesBirth } from "./domain.dates.ts";
import { followClient } from "./domain.followers.ts";
import { recordClientEvent, relateClient, requireUnmergedClient } from "./domain.ts";
import { Client, type ClientChanges } from "./schema.ts";
import { listEarlierIncidents, listShowing, lockClientRowForUpdate, replaceTags, updateClientRow } from "./store.ts";

/**
 * Updates a client; null clears a field.
 *
 * @throws NOT_FOUND for the client or a contact; STALE_REVISION when If-Match names another revision; DUPLICATE_ENTRY for the
 *   externalId; INVALID_STATE_TRANSITION when the client was merged into another
 */
export async function updateClient(context: Context, clientId: string, changes: ClientChanges): Promise<Client> {
  await lockContactsOfClientForShare(context, changes);
  const before = requireUnmergedClient(await lockClientRowForUpdate(context, clientId));
  await validateDates(context, { ...before, ...changes }, before);
  await checkBirthBeforeIncidents(context, before, changes);
  if (changes.tags !== undefined) await replaceTags(context, clientId, changes.tags);
  if (changes.ssn !== undefined) await saveSsn(context, clientId, changes.ssn);
  const updating = updateClientRow(context, clientId, describeColumns(changes), {
    before: changes.tags === undefined ? before : undefined,
  });
  const [row, shownBy] = await settleInOrder(
    rejectDuplicates(takenByClients, updating, changes),
    isShown(changes) ? listShowing(context, clientId) : Promise.resolve([]),
  );
  if (row === undefined) throw staleRevision("client");
  const after = Client.parse(row);
  await followClient(context, before, after);
  recordClientEvent(context, "client.updated", after, {
    diff: { ...diffRecords(before, after), ...describeSsnChange(changes.ssn, before.hasSsn) },
    shownBy,
  });
  return after;
}

/**
 * Locks a client and changes their consent to texts, with `client.updated`. Their followers do not follow: the area of
 * communications calls this for what it changes itself.
 *
 * @param textConsent undefined to lock alone
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when the client was merged into another
 */
export async function changeTextConsent(
  context: Context,
  clientId: string,
  textConsent: Client["textConsent"] | undefined,
): Promise<void> {
  const before = requireUnmergedClient(await lockClientRowForUpdate(context, clientId));
  if (textConsent === undefined || JSON.stringify(before.textConsent) === JSON.stringify(textConsent)) return;
  const unconditional = withoutIfMatch(context);
  const row = await updateClientRow(unconditional, clientId, describeColumns({ textConsent }), { before });
  if (row === undefined) throw new Error("the client is locked");
  const after = Client.parse(row);
  recordClientEvent(context, "client.updated", after, { diff: diffRecords(before, after) });
}

/** @throws VALIDATION_FAILED for a birth after an incident of the client's cases */
async function checkBirthBeforeIncidents(
  context: Context,
  { id, dateOfBirth: from }: Client,
  { dateOfBirth: to }: ClientChanges,
): Promise<void> {
  if (typeof to !== "string" || to === from) return;
  const earlier = await listEarlierIncidents(context, id, to);
  if (earlier.some((each) => precedesBirth({ ...each, dateOfBirth: to })))
    throw invalidInput({ path: "dateOfBirth", message: "must not be after dateOfIncident of the client's cases" });
}

/** Whether other records show one of the changed fields. */
function isShown(changes: ClientChanges): boolean {
  const shown = [
    "firstName",
    "lastName",
    "email",
    "phone",
    "address",
    "zipCode",
    "dateOfBirth",
    "ssn",
  ] as const satisfies readonly (keyof ClientChanges)[];
  return shown.some((field) => changes[field] !== undefined);
}

/**
 * Deletes a client softly.
 *
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION while it has cases, or when it was merged into another
 */
export async function deleteClient(context: Context, clientId: string): Promise<void> {
  const before = requireUnmergedClient(await lockClientRowForUpdate(context, clientId));
  if (before.caseCount > 0) {
    throw recordInUse("The client has cases; delete them first, or merge the client into another");
  }
  const row = await updateClientRow(context, clientId, {}, { before, deletedAt: "now" });
  if (row === undefined) throw staleRevision("client");
  const after = Client.parse(row);
  await recordDeletion(context, "Client", {
    eventType: "client.deleted",
    entityId: clientId,
    payload: after,
    diff: diffRecords(before, after),
    relatedIds: relateClient(after),
  });
}
