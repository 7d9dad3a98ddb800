import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import { getBaseUrl, type Context } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { digestPasscode } from "../signing/domain.codes.ts";
import { createSigningLink } from "../signing/domain.links.ts";
import { findTextObstacle, needsPhone, sendReminders, textBlocked } from "../signing/domain.delivery.ts";
import { endAccess } from "../signing/store.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { recordEsignEvent } from "./domain.events.ts";
import { requireSent } from "./domain.out.ts";
import { isSameNumber, requireBesides } from "./domain.parts.ts";
import { findSharedAddresses, findSharedNumbers, needsEmail } from "./domain.sending.ts";
import { isActiveRecipient } from "./domain.states.ts";
import { lockEsignRequestForUpdate } from "./domain.ts";
import { TextBlock, type EsignRecipientChanges, type EsignRequest } from "./schema.ts";
import { updateRecipient } from "./store.recipients.ts";
import { esignRequestStatements, findEsignRequest, type EsignRequestRow } from "./store.ts";

/** How long a signing URL can be opened. */
const urlMinutes = 15;

type Recipient = EsignRequestRow["recipients"][number];

/** @throws NOT_FOUND */
function getRecipient({ recipients }: EsignRequestRow, recipientId: string): Recipient {
  const recipient = recipients.find(({ id }) => id === recipientId);
  if (recipient === undefined) throw notFound("Recipient");
  return recipient;
}

/** @throws VALIDATION_FAILED */
function assertPasscode(recipient: Recipient, { authentication, passcode }: EsignRecipientChanges): void {
  const wanted = authentication ?? recipient.authentication;
  if (passcode !== undefined && wanted !== "passcode")
    throw invalidInput({ path: "passcode", message: "allowed only with authentication passcode" });
  if (authentication === "passcode" && recipient.authentication !== "passcode" && passcode === undefined)
    throw invalidInput({ path: "passcode", message: "required with authentication passcode" });
}

/** @throws VALIDATION_FAILED for a recipient without an address or number that is needed, or with another signer's */
function assertAddress({ recipients }: EsignRequestRow, before: Recipient, changes: EsignRecipientChanges): void {
  const recipient = applyCorrection(before, changes);
  const { email, phone } = recipient;
  if (email === null && needsEmail(recipient))
    throw invalidInput({ path: "email", message: "required with delivery email and authentication email_code" });
  if (phone === null && needsPhone(recipient))
    throw invalidInput({ path: "phone", message: "required with delivery text and authentication text_code" });
  if (recipient.role === "signer")
    assertUnshared(recipient, [...recipients.filter(({ id }) => id !== before.id), recipient]);
}

/** @throws VALIDATION_FAILED for the address or number of another signer */
function assertUnshared({ email, phone }: Recipient, recipients: readonly Recipient[]): void {
  const signers = recipients.filter(({ role }) => role === "signer");
  if (email !== null && findSharedAddresses(signers).includes(email.toLowerCase()))
    throw invalidInput({ path: "email", message: "signers with one email address need a passcode each" });
  if (phone !== null && findSharedNumbers(signers).includes(toE164(phone) ?? ""))
    throw invalidInput({ path: "phone", message: "signers with one phone number for texts need a passcode each" });
}

/** A recipient as they will be. */
function applyCorrection(
  recipient: Recipient,
  { name, email, phone, delivery, authentication }: EsignRecipientChanges,
): Recipient {
  const changes = Object.entries({ name, email, phone, delivery, authentication });
  return { ...recipient, ...Object.fromEntries(changes.filter(([, value]) => value !== undefined)) };
}

/** Whether a correction has links or codes go to another number: whoever has it can read the documents. */
function textsAnother(recipient: Recipient, changes: EsignRecipientChanges): boolean {
  const { delivery = recipient.delivery, authentication = recipient.authentication, phone } = changes;
  if (!needsPhone({ delivery, authentication })) return false;
  const isOther = typeof phone === "string" && !isSameNumber(phone, recipient.phone);
  return isOther || (delivery === "text" && recipient.delivery !== "text");
}

/**
 * @throws INVALID_STATE_TRANSITION for a recipient who is sent a text, now or as they are corrected, and cannot get
 *   texts
 */
async function assertTextable(
  context: Context,
  before: EsignRequestRow,
  recipient: Recipient,
  changes: EsignRecipientChanges,
): Promise<void> {
  const isTheirTurn = recipient.status !== "waiting";
  const { phone, delivery, authentication } = changes;
  const changesDelivery = [phone, delivery, authentication].some((given) => given !== undefined);
  if (!isTheirTurn && !changesDelivery) return;
  const obstacle = await findTextObstacle(context, before, applyCorrection(recipient, changes));
  if (obstacle !== null) throw textBlocked(obstacle);
}

/** The columns of a correction; undefined keeps a value. */
function toColumns(context: Context, { id }: Recipient, changes: EsignRecipientChanges) {
  const { passcode, authentication, ...given } = changes;
  const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...columns,
    ...(authentication !== undefined && { authentication }),
    ...(authentication !== undefined && authentication !== "passcode" && { passcodeDigest: null }),
    ...(passcode !== undefined && { passcodeDigest: digestPasscode(context, id, passcode) }),
  };
}

/**
 * Corrects a recipient who has not signed. Links and sessions that they have end; where it is their turn, they are sent
 * another link.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION unless the request is sent and the recipient has yet to sign; FORBIDDEN
 *   for another address or number without `documents:read`, INVALID_STATE_TRANSITION for one that gets no texts;
 *   VALIDATION_FAILED; STALE_REVISION
 */
export async function correctRecipient(
  context: Context,
  { esignRequestId, recipientId }: { esignRequestId: string; recipientId: string },
  changes: EsignRecipientChanges,
): Promise<EsignRequest> {
  const before = await lockEsignRequestForUpdate(context, esignRequestId);
  const recipient = getRecipient(before, recipientId);
  requireSent(before);
  if (["signed", "declined", "copied", "cancelled"].includes(recipient.status))
    throw invalidState(`The recipient can no longer be corrected: ${recipient.status}`, {
      detail: recipient.status,
    });
  if (changes.email !== undefined && changes.email.toLowerCase() !== recipient.email?.toLowerCase())
    requireBesides(context, "documents:read", "Another address");
  if (textsAnother(recipient, changes)) requireBesides(context, "documents:read", "Another number");
  assertPasscode(recipient, changes);
  assertAddress(before, recipient, changes);
  requireExpected(context.expectedRevisions, "signature request", before.revision);
  await assertTextable(context, before, recipient, changes);
  const isTheirTurn = recipient.status !== "waiting";
  const reopened = isTheirTurn ? { status: "sent", failedCodes: 0, codeDigest: null } : {};
  await updateRecipient(context, recipientId, { ...toColumns(context, recipient, changes), ...reopened });
  await endAccess(context, { recipientIds: [recipientId] });
  if (isTheirTurn) await sendReminders(context, await getRow(context, esignRequestId), [recipientId]);
  await appendTrail(context, esignRequestId, [
    { action: "corrected", recipientId, detail: { members: Object.keys(changes).toSorted() } },
  ]);
  const others = before.recipients.filter(({ id }) => id !== recipientId);
  const needsAttention = others.some(({ status }) => status === "bounced" || status === "locked");
  const after = await updateRow(context, esignRequestStatements, esignRequestId, { needsAttention });
  if (after === undefined) throw new Error("a signature request is gone that its transaction locked");
  return recordEsignEvent(context, "esign_request.corrected", before, after);
}

async function getRow(context: Context, id: string): Promise<EsignRequestRow> {
  const row = await findEsignRequest(context, id);
  if (row === undefined) throw notFound("Signature request");
  return row;
}

/**
 * Why a recipient cannot be sent a link, or a code, by text; null where they can.
 *
 * @throws NOT_FOUND
 */
export async function findTextObstacles(
  context: Context,
  { esignRequestId, recipientId }: { esignRequestId: string; recipientId: string },
): Promise<{ link: TextBlock | null; code: TextBlock | null }> {
  const request = await getRow(context, esignRequestId);
  const recipient = getRecipient(request, recipientId);
  const [byLink, byCode] = [
    { ...recipient, delivery: "text" as const },
    { ...recipient, delivery: "link" as const, authentication: "text_code" as const },
  ];
  const blockOf = async (changed: Recipient) => {
    const obstacle = await findTextObstacle(context, request, changed);
    return obstacle === null ? null : TextBlock.catch("other").parse(obstacle.block);
  };
  return { link: await blockOf(byLink), code: await blockOf(byCode) };
}

/**
 * A URL at which a recipient of delivery `link` signs: it opens once, within 15 minutes.
 *
 * @throws NOT_FOUND; FORBIDDEN without `documents:read`; INVALID_STATE_TRANSITION unless it is their turn, and they have
 *   the delivery `link`
 */
export async function createSigningUrl(
  context: Context,
  { esignRequestId, recipientId }: { esignRequestId: string; recipientId: string },
): Promise<{ signingUrl: string; expiresAt: string }> {
  requireBesides(context, "documents:read", "A signing URL");
  const before = await lockEsignRequestForUpdate(context, esignRequestId);
  const recipient = getRecipient(before, recipientId);
  requireSent(before);
  if (recipient.delivery !== "link")
    throw invalidState(`The recipient has the delivery ${recipient.delivery}; correct it to link first`);
  if (!isActiveRecipient(recipient.status))
    throw invalidState(`It is not the recipient's turn to sign: ${recipient.status}`, {
      detail: recipient.status,
    });
  const expiresAt = new Date(Date.now() + urlMinutes * 60_000).toISOString();
  const { path } = await createSigningLink(
    context,
    { id: recipientId, requestId: esignRequestId },
    { kind: "once", expiresAt },
  );
  await appendTrail(context, esignRequestId, [{ action: "link_created", recipientId }]);
  const after = await updateRow(context, esignRequestStatements, esignRequestId, {});
  if (after === undefined) throw new Error("a signature request is gone that its transaction locked");
  recordEsignEvent(context, "esign_request.updated", before, after);
  return { signingUrl: `${getBaseUrl(context)}${path}`, expiresAt };
}
