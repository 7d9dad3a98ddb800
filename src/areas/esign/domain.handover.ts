import { limitReached } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { assignRowsToCase, lockRowsOfLeadForUpdate } from "../../rpc/resource/store.handover.ts";
import { trackRequestChanges } from "./requests/domain.snapshots.ts";
import { lockRequestsOfPersonForUpdate, replaceRecipient, type RecipientColumn } from "./store.handover.ts";

/** Each needs an event in the same transaction. */
const most = { ofLead: 50, ofPerson: 500 };

const columnsOf: Readonly<Record<"clientId" | "contactId", readonly RecipientColumn[]>> = {
  clientId: ["clientId", "signsForClientId"],
  contactId: ["contactId"],
};

/**
 * Assigns the signature requests of a locked lead to its case, too, and records `esign_request.updated` for each. Who
 * is about to sign goes on signing.
 *
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function handOverRequests(context: Context, leadId: string, caseId: string): Promise<void> {
  const requestIds = await lockRowsOfLeadForUpdate(context, "EsignRequest", leadId, most.ofLead + 1);
  if (requestIds.length > most.ofLead)
    throw limitReached(`The lead has more than ${most.ofLead} signature requests; delete drafts first`);
  if (requestIds.length === 0) return;
  const recordEvents = await trackRequestChanges(context, requestIds);
  await assignRowsToCase(context, "EsignRequest", requestIds, caseId);
  await recordEvents();
}

/**
 * Puts a contact or client in the place of one that is merged into it.
 *
 * @returns records `esign_request.updated` for each request
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function mergeRecipients(
  context: Context,
  person: "contactId" | "clientId",
  change: { from: string; to: string },
): Promise<() => Promise<void>> {
  const columns = columnsOf[person];
  const requestIds = await lockRequestsOfPersonForUpdate(context, columns, change.from, most.ofPerson + 1);
  if (requestIds.length > most.ofPerson)
    throw limitReached(
      `More than ${most.ofPerson} signature requests have it as a recipient; merge in the other direction`,
    );
  if (requestIds.length === 0) return () => Promise.resolve();
  const recordEvents = await trackRequestChanges(context, requestIds);
  await replaceRecipient(context, requestIds, columns, change);
  return recordEvents;
}
