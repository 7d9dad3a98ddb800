import { createHmac } from "node:crypto";
import { equalBytes } from "../crypto/equal-bytes.ts";
import { findWith, type Secrets } from "../crypto/secrets.ts";

export interface IdentityCookies {
  /** A session. */
  session: string;
  /** A sign-in that awaits the second factor. */
  pending: string;
  /** A ceremony with a passkey that was begun. */
  passkey: string;
  /** An earlier sign-in of this browser. */
  device: string;
}

/**
 * Over https the names begin with `__Host-`, so that another subdomain cannot set them. Over http (localhost) browsers
 * reject that prefix.
 */
export function nameCookies(baseUrl: string): IdentityCookies {
  const prefix = isSecure(baseUrl) ? "__Host-" : "";
  return {
    session: `${prefix}caseport_session`,
    pending: `${prefix}caseport_second_factor`,
    passkey: `${prefix}caseport_passkey`,
    device: `${prefix}caseport_device`,
  };
}

export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}

/** The value of a cookie as sent; null without one. The first of several counts, as in Better Auth. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/**
 * The value of a signed cookie (`value.signature`, HMAC-SHA-256 in base64, percent-encoded); null if no secret made the
 * signature. A forged cookie causes no database query.
 */
export function readSignedCookie(header: string | undefined, name: string, secrets: Secrets): string | null {
  return readSigned(readCookie(header, name), secrets);
}

/** Signs the cookies again that an accepted secret signed: Better Auth verifies with the current one. */
export function resignCookies(header: string, [current, ...accepted]: Secrets): string {
  const pairs = header.split(";").map((pair) => {
    const [name = ""] = pair.split("=", 1);
    const value = readSigned(pair.slice(name.length + 1).trim(), accepted);
    return value === null ? pair : `${name}=${encodeURIComponent(`${value}.${sign(value, current)}`)}`;
  });
  return pairs.join(";");
}

function readSigned(encoded: string | null, secrets: readonly string[]): string | null {
  const text = decode(encoded);
  const point = text?.lastIndexOf(".") ?? -1;
  if (text === null || point < 1) return null;
  const value = text.slice(0, point);
  const given = Buffer.from(text.slice(point + 1));
  return findWith(secrets, (secret) => {
    // Compared as text: several base64 spellings decode to the same bytes.
    const expected = Buffer.from(sign(value, secret));
    return equalBytes(given, expected) ? value : null;
  });
}

function sign(value: string, secret: string): string {
  return createHmac("sha256", secret).update(value).digest("base64");
}

function decode(text: string | null): string | null {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
