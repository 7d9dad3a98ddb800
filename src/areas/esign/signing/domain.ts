import { AppError, invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { createSessionToken } from "../../../platform/identity/credentials/signing-token.ts";
import type { Context } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { recordEsignEvent } from "../requests/domain.events.ts";
import { lockEsignRequestForUpdate } from "../requests/domain.ts";
import { esignRequestStatements, findEsignRequest, type EsignRequestRow } from "../requests/store.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { findCodeBefore } from "../trail/store.ts";
import {
  codeMinutes,
  codeSeconds,
  createCode,
  digestPasscode,
  isPasscode,
  maskEmail,
  maskPhone,
  maxFailedCodes,
  maxTextedCodesPerHour,
} from "./domain.codes.ts";
import { describeSigning } from "./domain.view.ts";
import { textBlocked } from "./domain.delivery.ts";
import { mailCode } from "./domain.mails.ts";
import { toRecipient } from "./domain.text-hook.ts";
import { textCode } from "./domain.texts.ts";
import { languageOf, type LinkView, type SigningView } from "./schema.ts";
import {
  endAccess,
  insertSession,
  listSigners,
  openLink,
  readFirm,
  updateRecipients,
  type FoundLink,
  type RecipientValues,
  type SignerRow,
} from "./store.ts";

/** Who is on the signing page; in the trail besides the address of the context. */
export interface Visitor {
  userAgent: string | null;
}

interface Opened {
  request: EsignRequestRow;
  signer: SignerRow;
}

/** One 404 for what is unknown, has ended, or is not the recipient's turn. */
export const linkNotFound = () => notFound("Signing link");

/** A session lasts so long at most, also if it is never idle. */
const sessionHours = 12;

/** Whether a recipient may open a request: to sign, to see that they signed, or to get copies. */
export function canOpen({ status, expiresAt }: EsignRequestRow, signer: SignerRow): boolean {
  if (signer.role === "carbon_copy") return status === "completed" && signer.status === "copied";
  if (signer.status === "signed") return status === "sent" || status === "sealing" || status === "completed";
  const isTheirTurn = signer.status === "sent" || signer.status === "viewed";
  return isTheirTurn && status === "sent" && expiresAt !== null && Date.parse(expiresAt) > Date.now();
}

type Named = Pick<FoundLink, "requestId" | "recipientId">;

/**
 * The request of a link or session and its recipient, where the recipient may open it.
 *
 * @param find with or without a lock
 * @throws NOT_FOUND
 */
export async function openRequest(
  context: Context,
  { requestId, recipientId }: Named,
  find: (context: Context, id: string) => Promise<EsignRequestRow | undefined> = findEsignRequest,
): Promise<Opened> {
  const request = await find(context, requestId);
  const signer = (await listSigners(context, requestId)).find(({ id }) => id === recipientId);
  if (request === undefined || signer === undefined || !canOpen(request, signer)) throw linkNotFound();
  return { request, signer };
}

export const openLocked = (context: Context, named: Named): Promise<Opened> =>
  openRequest(context, named, (within, id) => lockEsignRequestForUpdate(within, id, "live"));

/**
 * What a link asks for before it opens. Reads alone: programs that check the links of emails leave no trace.
 *
 * @throws NOT_FOUND
 */
export async function lookAtLink(context: Context, link: Named): Promise<LinkView> {
  const { request, signer } = await openRequest(context, link);
  return {
    firm: (await readFirm(context)).name,
    language: languageOf(request),
    authentication: signer.authentication,
    maskedAddress: maskAddressOfCode(signer),
  };
}

/** Where a recipient gets codes; null for one who identifies themselves otherwise, or has no address. */
function maskAddressOfCode({ authentication, email, phone }: SignerRow): string | null {
  if (authentication === "email_code" && email !== null) return maskEmail(email);
  return authentication === "text_code" && phone !== null ? maskPhone(phone) : null;
}

/** @throws RATE_LIMITED for more codes than anybody needs */
async function assertFewTextedCodes(context: Context, { id, requestId }: SignerRow): Promise<void> {
  const oldest = await findCodeBefore(context, { requestId, recipientId: id, count: maxTextedCodesPerHour });
  const waits = oldest === null ? 0 : Date.parse(oldest) + 3_600_000 - Date.now();
  if (waits <= 0) return;
  throw new AppError("RATE_LIMITED", "Too many codes were texted within an hour", {
    headers: { "Retry-After": String(Math.ceil(waits / 1_000)) },
  });
}

/**
 * Sends a code, by email or text, to a recipient who identifies themselves with one.
 *
 * @returns where it was sent
 * @throws NOT_FOUND; VALIDATION_FAILED where the recipient has none; RATE_LIMITED within 30 seconds, and for more than six
 *   by text in an hour; INVALID_STATE_TRANSITION where their number gets no texts
 */
export async function sendCode(context: Context, link: Named): Promise<{ maskedAddress: string }> {
  const { request, signer } = await openLocked(context, link);
  const { id, authentication, codeSentAt } = signer;
  const maskedAddress = maskAddressOfCode(signer);
  if (maskedAddress === null) throw invalidInput({ path: "token", message: "this recipient has no code" });
  const elapsed = codeSentAt === null ? Infinity : (Date.now() - Date.parse(codeSentAt)) / 1_000;
  if (elapsed < codeSeconds)
    throw new AppError("RATE_LIMITED", "A code was just sent", {
      headers: { "Retry-After": String(Math.ceil(codeSeconds - elapsed)) },
    });
  const isTexted = authentication === "text_code";
  if (isTexted) {
    await assertFewTextedCodes(context, signer);
    const obstacle = await context.hooks.esignTexts.findObstacle(context, toRecipient(request, signer), true);
    if (obstacle !== null) throw textBlocked(obstacle);
  }
  const code = createCode();
  await updateRecipients(context, [id], {
    codeDigest: digestPasscode(context, id, code),
    codeSentAt: new Date().toISOString(),
    codeExpiresAt: new Date(Date.now() + codeMinutes * 60_000).toISOString(),
  });
  await (isTexted ? textCode : mailCode)(context, request, signer, code);
  await appendTrail(context, request.id, [{ action: "code_sent", recipientId: id }]);
  return { maskedAddress };
}

export type Begun =
  | { outcome: "begun"; token: string; view: SigningView }
  /** The transaction counts it: it must commit. */
  | { outcome: "wrong" | "locked" };

/**
 * Begins a session with a link: checks code or passcode, and notes the first time that the recipient views the request.
 *
 * @param code of an email or text, or a passcode
 * @throws NOT_FOUND; VALIDATION_FAILED without a code where one is required
 */
export async function beginSigning(
  context: Context,
  link: Named & Pick<FoundLink, "linkId">,
  { code, userAgent }: Visitor & { code: string | undefined },
): Promise<Begun> {
  const opened = await openLocked(context, link);
  const { request, signer } = opened;
  if (signer.authentication !== "none") {
    if (code === undefined) throw invalidInput({ path: "code", message: "required" });
    if (!isRightCode(context, signer, code)) return countWrongCode(context, opened, userAgent);
  }
  if (!(await openLink(context, link.linkId))) throw linkNotFound();
  const isFirst = signer.status === "sent";
  const viewed = isFirst ? { status: "viewed", viewedAt: new Date().toISOString() } : {};
  const changes: RecipientValues = { failedCodes: 0, codeDigest: null, codeExpiresAt: null, ...viewed };
  await updateRecipients(context, [signer.id], changes);
  const entries = [
    ...(signer.authentication === "none" ? [] : (["authenticated"] as const)),
    ...(isFirst ? (["viewed"] as const) : []),
  ];
  await appendTrail(
    context,
    request.id,
    entries.map((action) => ({ action, recipientId: signer.id, userAgent })),
  );
  const after = isFirst ? await touchRequest(context, request, {}) : request;
  if (isFirst) recordEsignEvent(context, "esign_request.viewed", request, after);
  const { token, digest } = createSessionToken();
  const now = new Date().toISOString();
  await insertSession(context, {
    id: createId("esignSession"),
    requestId: request.id,
    recipientId: signer.id,
    linkId: link.linkId,
    tokenDigest: digest,
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    begunAt: now,
    expiresAt: new Date(Date.now() + sessionHours * 3_600_000).toISOString(),
  });
  return {
    outcome: "begun",
    token,
    view: await describeSigning(context, after, (await openRequest(context, link)).signer),
  };
}

/** A code is for one use, and ends after ten minutes; a passcode stays. */
function isRightCode(context: Context, signer: SignerRow, code: string): boolean {
  const { id: recipientId, authentication, passcodeDigest, codeDigest, codeExpiresAt } = signer;
  if (authentication === "passcode")
    return passcodeDigest !== null && isPasscode(context, { recipientId, digest: passcodeDigest }, code);
  const isCurrent = codeExpiresAt !== null && Date.parse(codeExpiresAt) > Date.now();
  return isCurrent && codeDigest !== null && isPasscode(context, { recipientId, digest: codeDigest }, code);
}

/** Five wrong codes in a row lock the recipient: their links end, and the request needs the firm's attention. */
async function countWrongCode(
  context: Context,
  { request, signer }: Opened,
  userAgent: string | null,
): Promise<{ outcome: "wrong" | "locked" }> {
  const failedCodes = signer.failedCodes + 1;
  // Whoever has signed already has nothing more to protect than copies: they wait for a new link, and nothing else.
  const isLocked = failedCodes >= maxFailedCodes;
  const locks = isLocked && signer.status !== "signed" && signer.status !== "copied";
  await updateRecipients(context, [signer.id], {
    failedCodes: isLocked ? 0 : failedCodes,
    ...(isLocked && { codeDigest: null, codeExpiresAt: null }),
    ...(locks && { status: "locked" }),
  });
  const failed = { action: "authentication_failed", recipientId: signer.id, userAgent } as const;
  const locked = { action: "locked", recipientId: signer.id, userAgent } as const;
  await appendTrail(context, request.id, isLocked ? [failed, locked] : [failed]);
  if (!isLocked) return { outcome: "wrong" };
  await endAccess(context, { recipientIds: [signer.id] });
  if (locks) {
    const after = await touchRequest(context, request, { needsAttention: true });
    recordEsignEvent(context, "esign_request.recipient_locked", request, after);
  }
  return { outcome: "locked" };
}

/** Raises the revision of a request whose recipients changed. @returns it afterwards */
export async function touchRequest(
  context: Context,
  { id }: EsignRequestRow,
  values: Parameters<typeof updateRow<"EsignRequest", EsignRequestRow>>[3],
): Promise<EsignRequestRow> {
  const after = await updateRow(context, esignRequestStatements, id, values);
  if (after === undefined) throw linkNotFound();
  return after;
}
