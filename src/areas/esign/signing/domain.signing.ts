import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { formatDayOf } from "../domain.days.ts";
import { findCurrentConsentText } from "../consent-texts/domain.ts";
import { notifyOfRequest } from "../effects/domain.notices.ts";
import { applyDeclineEffects, lockEffectTargetsForUpdate } from "../effects/domain.ts";
import { recordEsignEvent } from "../requests/domain.events.ts";
import { lockEsignRequestForUpdate } from "../requests/domain.ts";
import { findOwners, listFields } from "../requests/store.ts";
import { saveSubmission } from "../submissions/domain.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { enqueueSealing } from "../work/store.queues.ts";
import { endEsignRequest } from "./domain.endings.ts";
import { linkNotFound, openLocked, openRequest, touchRequest, type Visitor } from "./domain.ts";
import { activateNextOrder } from "./domain.turns.ts";
import { readValues, type DrawnText, type StoredValues } from "./domain.values.ts";
import { describeSigning } from "./domain.view.ts";
import { signingLanguages, type DeclineInput, type SignInput, type SigningView } from "./schema.ts";
import {
  endSession,
  findVersionFile,
  findDocumentFile,
  readFirm,
  updateRecipients,
  type FileRow,
  type FoundSession,
  type SignerRow,
} from "./store.ts";

/** What a session shows now. @throws NOT_FOUND when its request has ended */
export async function readSigning(context: Context, session: FoundSession): Promise<SigningView> {
  const { request, signer } = await openRequest(context, session);
  return describeSigning(context, request, signer);
}

/**
 * Records that a signer agrees to sign electronically, to which text, when and from where.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a text that is not current; INVALID_STATE_TRANSITION after signing
 */
export async function consent(
  context: Context,
  session: FoundSession,
  { consentTextId, userAgent }: Visitor & { consentTextId: string },
): Promise<SigningView> {
  const { request, signer } = await openLocked(context, session);
  assertSigning(signer);
  if (signer.consentedAt !== null) return describeSigning(context, request, signer);
  const { id, version, sha256 } = await findOfferedText(context, consentTextId);
  const at = new Date().toISOString();
  await updateRecipients(context, [signer.id], {
    consent: asJson({ consentTextId: id, version, sha256, at }),
    consentedAt: at,
  });
  const detail = { consentTextId: id, version, sha256 };
  await appendTrail(context, request.id, [{ action: "consented", recipientId: signer.id, userAgent, detail }]);
  const after = await touchRequest(context, request, {});
  recordEsignEvent(context, "esign_request.updated", request, after);
  return describeSigning(context, after, { ...signer, consentedAt: at });
}

/** A text that the page offers: a new version supersedes those that it showed before. */
async function findOfferedText(context: Context, consentTextId: string) {
  for (const language of signingLanguages) {
    const text = await findCurrentConsentText(context, language);
    if (text.id === consentTextId) return text;
  }
  throw invalidInput({ path: "consentTextId", message: "not current" });
}

function assertSigning({ role, status }: SignerRow): void {
  if (role !== "signer" || status !== "viewed") throw invalidState("This recipient has nothing to sign now");
}

/** What a signer sent, as it will be stored, and the texts that must fit into their boxes. */
export interface CheckedSubmission {
  values: StoredValues;
  texts: readonly DrawnText[];
  /** Whether the same submission has signed already. */
  isRepeated: boolean;
}

/**
 * Checks what a signer filled in, without a lock: the fields of a request that is out do not change.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION; VALIDATION_FAILED with a word for each field
 */
export async function checkSubmission(
  context: Context,
  session: FoundSession,
  input: SignInput,
): Promise<CheckedSubmission> {
  const { request, signer } = await openRequest(context, session);
  if (signer.submissionId === input.submissionId) return { values: {}, texts: [], isRepeated: true };
  assertSigning(signer);
  if (signer.consentedAt === null) throw invalidState("Agree to sign electronically first");
  const fields = await listFields(context, request.id);
  const own = fields.filter(({ recipientKey }) => recipientKey === signer.key);
  const { values, faults, texts } = readValues(own, input.values, input.signature);
  if (faults.length > 0) throw invalidInput(...faults);
  return { values, texts, isRepeated: false };
}

/**
 * Signs: what the signer filled in, their signature, event and trail, and the turn of whoever is next, or the sealing.
 *
 * @param checked of the same submission
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION
 */
export async function sign(
  context: Context,
  session: FoundSession,
  { submissionId, signature, values, userAgent }: Visitor & Omit<SignInput, "values"> & { values: StoredValues },
): Promise<SigningView> {
  const { request, signer } = await openLocked(context, session);
  if (signer.submissionId === submissionId) return describeSigning(context, request, signer);
  assertSigning(signer);
  const signedAt = new Date().toISOString();
  const filledIn = { ...(await fillDates(context, signer, signedAt)), ...withoutEmpty(values) };
  await saveSubmission(context, signer.id, { signature, values: filledIn });
  await updateRecipients(context, [signer.id], { status: "signed", signedAt, submissionId });
  const documents = request.documents.map(({ sha256 }) => sha256);
  const detail = { documents, signature: signature.mode };
  await appendTrail(context, request.id, [{ action: "signed", recipientId: signer.id, userAgent, detail }]);
  const recipients = request.recipients.map((each) =>
    each.id === signer.id ? { ...each, status: "signed" as const } : each,
  );
  const isLast = recipients.every(({ role, status }) => role !== "signer" || status === "signed");
  if (!isLast) await activateNextOrder(context, { ...request, recipients });
  const after = await touchRequest(
    context,
    request,
    isLast ? { status: "sealing", allSignedAt: signedAt, attempts: 0, nextReminderAt: null } : {},
  );
  recordEsignEvent(context, "esign_request.signed", request, after);
  if (isLast) await enqueueSealing(context, request.id);
  return describeSigning(context, after, { ...signer, status: "signed", signedAt });
}

const withoutEmpty = (values: StoredValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([id, value]) => (value === null ? [] : [[id, value]])));

/** The day of signing, of the firm's calendar. */
async function fillDates(
  context: Context,
  { requestId, key }: SignerRow,
  signedAt: string,
): Promise<Record<string, string>> {
  const { timezone } = await readFirm(context);
  const dates = (await listFields(context, requestId)).filter(
    ({ kind, recipientKey }) => kind === "date_signed" && recipientKey === key,
  );
  return Object.fromEntries(dates.map(({ id }) => [id, formatDayOf(signedAt, timezone)]));
}

/** As {@link openLocked}; what a refusal changes is locked before the request. */
const openLockedWithTargets = (context: Context, session: FoundSession) =>
  openRequest(context, session, async (within, id) => {
    const owners = await findOwners(within, id);
    if (owners !== undefined) await lockEffectTargetsForUpdate(within, owners);
    return lockEsignRequestForUpdate(within, id, "live");
  });

/** What the firm reads where a recipient who wants to sign on paper writes nothing. */
const onPaperReason = "The recipient wants to sign on paper.";

/**
 * Declines to sign, which ends the request for all.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION after signing
 */
export async function decline(
  context: Context,
  session: FoundSession,
  { reason, onPaper = false, userAgent }: Visitor & DeclineInput,
): Promise<void> {
  const { request, signer } = await openLockedWithTargets(context, session);
  assertSigning(signer);
  const declined = { status: "declined", declinedAt: new Date().toISOString() };
  await updateRecipients(context, [signer.id], declined);
  await appendTrail(context, request.id, [
    { action: "declined", recipientId: signer.id, userAgent, detail: { onPaper } },
  ]);
  const endReason = reason ?? (onPaper ? onPaperReason : null);
  await applyDeclineEffects(context, request.id, endReason);
  const after = await endEsignRequest(context, request, { status: "declined", endReason });
  recordEsignEvent(context, "esign_request.declined", request, after);
  await notifyOfRequest(context, request.id, { kind: "esign.declined", label: signer.label });
}

export const leave = (context: Context, session: FoundSession): Promise<void> => endSession(context, session.id);

/** A document as it was sent: the version that preparation pinned. @throws NOT_FOUND */
export async function findShownFile(context: Context, session: FoundSession, position: number): Promise<FileRow> {
  const { request } = await openRequest(context, session);
  const versionId = request.documents.find((document) => document.position === position)?.versionId ?? null;
  return requireFile(versionId === null ? undefined : await findVersionFile(context, versionId));
}

/** A sealed document by its position, or the certificate of completion. @throws NOT_FOUND before completion, too */
export async function findSealedFile(context: Context, session: FoundSession, key: string): Promise<FileRow> {
  const { request } = await openRequest(context, session);
  if (request.status !== "completed") throw linkNotFound();
  if (key === "certificate") {
    const { certificateDocumentId } = request;
    return requireFile(
      certificateDocumentId === null ? undefined : await findDocumentFile(context, certificateDocumentId),
    );
  }
  const versionId = request.documents.find(({ position }) => String(position) === key)?.sealedVersionId ?? null;
  return requireFile(versionId === null ? undefined : await findVersionFile(context, versionId));
}

function requireFile(file: FileRow | undefined): FileRow {
  if (file === undefined) throw linkNotFound();
  return file;
}
