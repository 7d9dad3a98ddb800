import { z } from "zod";

export const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Keys that arrive in clear could be anybody's. */
export function isIssuer(text: string): boolean {
  if (!hasProtocol(text, ["http:", "https:"])) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  return search + hash + username === "" && (protocol === "https:" || loopbackHosts.includes(hostname));
}

/** Digits only: Number() would also read "1e3", "0x10" and " 5". */
export function integerBetween(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

/** A list separated by commas. */
export function listOf(isValid: (part: string) => boolean, message: string) {
  const split = (text: string) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  return z
    .string()
    .transform(split)
    .refine((parts) => parts.every(isValid), message);
}

export function hasProtocol(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

/** Whom to tell, as a URI: an address of mail, a page, a telephone. */
export function isContact(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && hasProtocol(text, ["mailto:", "https:", "tel:"]);
}

export function isWebAddress(text: string): boolean {
  return hasProtocol(text, ["http:", "https:"]) && new URL(text).origin === text.toLowerCase();
}

export function isDatabaseUrl(text: string): boolean {
  return hasProtocol(text, ["postgres:", "postgresql:"]) && new URL(text).pathname.length > 1;
}
