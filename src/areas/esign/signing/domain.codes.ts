import { randomInt } from "node:crypto";
import type { Context } from "../../../rpc/context.ts";

type WithKeys = Pick<Context, "installationKeys">;

/** How often a code or passcode may be wrong in a row before the recipient is locked. */
export const maxFailedCodes = 5;
export const codeMinutes = 10;
/** Between two codes. */
export const codeSeconds = 30;

/** Six digits, from the system's CSPRNG. */
export const createCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/**
 * The digest of a code or passcode, which only the installation's secret makes: a plain one of six digits could be
 * reversed by trying. Bound to the recipient, so that two with the same passcode have two digests.
 */
export function digestPasscode({ installationKeys }: WithKeys, recipientId: string, passcode: string): string {
  return installationKeys.digest(bytesOf(recipientId, passcode)).toString("hex");
}

export function isPasscode(
  { installationKeys }: WithKeys,
  { recipientId, digest }: { recipientId: string; digest: string },
  passcode: string,
): boolean {
  return installationKeys.hasDigest(bytesOf(recipientId, passcode), Buffer.from(digest, "hex"));
}

/** Spaces around it count for nothing: whoever types or pastes a passcode does not see them. */
const bytesOf = (recipientId: string, passcode: string) =>
  Buffer.from(`${recipientId}\n${passcode.normalize("NFC").trim()}`);

/** Codes by text in an hour: each costs the firm, and whoever has the link can ask for them. */
export const maxTextedCodesPerHour = 6;

/** A number as whoever has the link may see it: `••• 0182`. */
export const maskPhone = (phone: string): string => `••• ${phone.replaceAll(/\D/g, "").slice(-4)}`;

/** An address as whoever has the link may see it: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${String.fromCodePoint(email.codePointAt(0) ?? 0x2022)}•••${email.slice(at)}`;
}
