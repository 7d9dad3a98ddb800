import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { computeNextReminderAt } from "../domain.days.ts";
import { recordEsignEvent } from "./domain.events.ts";
import { requireRightsOfDocuments, resolveParts } from "./domain.parts.ts";
import { isOpen } from "./domain.states.ts";
import { lockEsignRequestForUpdate } from "./domain.ts";
import type { EsignRequest, EsignRequestChanges } from "./schema.ts";
import { deleteParts, insertParts } from "./store.parts.ts";
import { esignRequestStatements, type EsignRequestRow } from "./store.ts";

/** What a request that is out can still change. */
const changeableLater: ReadonlySet<string> = new Set(["expiresAt", "reminders", "externalId"]);

/** A request that is out ends at most so many days from now. */
const maxDays = 180;

/**
 * Changes a draft; of a request that is out, its expiry, reminders and externalId.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a member that its status no longer allows, or for a request that
 *   ended; FORBIDDEN and VALIDATION_FAILED as `resolveParts`; DUPLICATE_ENTRY; STALE_REVISION
 */
export async function updateEsignRequest(
  context: Context,
  id: string,
  changes: EsignRequestChanges,
): Promise<EsignRequest> {
  const { documents, recipients, ...rest } = changes;
  if (documents !== undefined) requireRightsOfDocuments(context, documents);
  await lockContactsForShare(context, recipients?.map(({ contactId }) => contactId) ?? []);
  const before = await lockEsignRequestForUpdate(context, id);
  assertChangeable(before, changes);
  requireExpected(context.expectedRevisions, "signature request", before.revision);
  const replaced = await replaceParts(context, before, { documents, recipients });
  const { expiresAt } = rest;
  if (expiresAt !== undefined) assertExpiry(before, expiresAt);
  const nextReminderAt = await planReminder(context, before, rest);
  const columns = { ...rest, ...replaced, ...(nextReminderAt !== undefined && { nextReminderAt }) };
  const after = await updateRow(context, esignRequestStatements, id, columns);
  if (after === undefined) throw new Error("a signature request is gone that its transaction locked");
  return recordEsignEvent(context, "esign_request.updated", before, after);
}

/** @throws INVALID_STATE_TRANSITION */
function assertChangeable({ status }: EsignRequestRow, changes: EsignRequestChanges): void {
  if (status === "draft") return;
  if (!isOpen(status) && changes.externalId === undefined)
    throw invalidState(`The request is ${status}`, { detail: status });
  const names = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const allowed = isOpen(status) ? changeableLater : new Set(["externalId"]);
  const refused = names.filter((name) => !allowed.has(name));
  if (refused.length > 0)
    throw invalidState(
      `A request in status ${status} cannot change ${refused.join(", ")}; void it and create another`,
      { detail: status },
    );
}

/** @throws VALIDATION_FAILED; INVALID_STATE_TRANSITION for a draft, whose expiry follows from its days */
function assertExpiry({ status }: EsignRequestRow, expiresAt: string): void {
  if (status !== "sent")
    throw invalidState("expiresAt can be changed once the request is sent", {
      detail: status,
    });
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  if (days <= 0 || days > maxDays)
    throw invalidInput({ path: "expiresAt", message: `must be in the future, and at most ${maxDays} days from now` });
}

/** Of a request that is out, the next reminder by another plan or expiry; undefined where neither changes. */
async function planReminder(
  context: Context,
  { status, sentAt, expiresAt, reminders, reminderCount }: EsignRequestRow,
  changes: Pick<EsignRequestChanges, "expiresAt" | "reminders">,
): Promise<string | null | undefined> {
  if (status !== "sent" || (changes.expiresAt === undefined && changes.reminders === undefined)) return undefined;
  const plan = {
    sentAt: sentAt ?? "",
    expiresAt: changes.expiresAt ?? expiresAt ?? "",
    reminders: changes.reminders ?? reminders,
    reminderCount,
  };
  return computeNextReminderAt(plan, await readTimezone(context), new Date().toISOString());
}

/** Replaces the parts of a draft: recipients and documents depend on each other, so both are given. */
async function replaceParts(
  context: Context,
  { id, caseId, caseClientId, leadId }: EsignRequestRow,
  { documents, recipients }: Pick<EsignRequestChanges, "documents" | "recipients">,
): Promise<{ containsPhi?: boolean; problems?: string }> {
  if (documents === undefined && recipients === undefined) return {};
  if (documents === undefined || recipients === undefined)
    throw invalidInput({
      path: documents === undefined ? "documents" : "recipients",
      message: "documents and recipients are replaced together",
    });
  const owner = { caseId, clientId: caseClientId, leadId };
  const { parts, containsPhi } = await resolveParts(context, owner, { documents, recipients });
  await deleteParts(context, id, ["EsignField", "EsignRecipient", "EsignDocument"]);
  await insertParts(context, id, parts);
  return { containsPhi, problems: "[]" };
}
