import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { normalizeAddress } from "../messages/domain.addresses.ts";
import { suppressAddress } from "./domain.ts";
import { Suppression, type NewSuppression, type SuppressionQuery } from "./schema.ts";
import { endSuppressions, findSuppression, selectSuppressionPage } from "./store.ts";

/** A page of suppressions, newest first: of one number or address, or all that have not ended. */
export async function listSuppressions(
  context: Context,
  { q = "", ...query }: SuppressionQuery,
): Promise<{ suppressions: Suppression[]; nextCursor: string | null }> {
  const address = readAddress(q);
  const list = { name: `suppressions.${address ?? ""}`, alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { ...query, sort: "newest" }, (page) =>
    selectSuppressionPage(context, address, page),
  );
  return { suppressions: rows.map((row) => Suppression.parse(row)), nextCursor };
}

/** What is searched, as it is stored; null for nothing. What is no number is compared as it stands. */
function readAddress(q: string): string | null {
  const typed = q.trim().toLowerCase();
  return typed === "" ? null : (toE164(typed) ?? typed);
}

/**
 * A member suppresses a number or an address for the whole firm: somebody asked for it by phone, say.
 *
 * @throws VALIDATION_FAILED for what is no address; INVALID_STATE_TRANSITION for one that is suppressed
 */
export async function addSuppression(context: Context, { channel, address }: NewSuppression): Promise<Suppression> {
  const normalized = normalizeAddress(channel, address, "address");
  const added = { channel, address: normalized, reason: "manual", at: new Date().toISOString() };
  const { id, isNew } = await suppressAddress(context, added);
  if (!isNew) throw invalidState("It is suppressed already");
  return getSuppression(context, id);
}

/** @throws NOT_FOUND */
async function getSuppression(context: Context, id: string): Promise<Suppression> {
  const row = await findSuppression(context, id);
  if (row === undefined) throw notFound("Suppression");
  return Suppression.parse(row);
}

/**
 * A member ends a suppression. Consents stay as they are: who opted out by STOP is still opted out.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for one that has ended
 */
export async function endSuppression(context: Context, id: string, reason: string): Promise<Suppression> {
  await getSuppression(context, id);
  const ended = await endSuppressions(context, [id], reason);
  if (ended.length === 0) throw invalidState("The suppression has ended already");
  recordAuditEntry(context, { entity: "address_suppression", id }, [], { endReason: { from: null, to: reason } });
  return getSuppression(context, id);
}
