import { createHmac, timingSafeEqual } from "node:crypto";

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
 * Over https the names begin with `__Host-`, so that another subdomain cannot set them. Over http (localhost) browsers reject that
 * prefix.
 */
export function nameCookies(baseUrl: string): IdentityCookies {
  const prefix = isSecure(baseUrl) ? "__Host-" : "";
  return { session: `${prefix}caseport_session`, pending: `${prefix}caseport_second_factor`, passkey: `${prefix}caseport_passkey`, device: `${prefix}caseport_device` };
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
 * The value of a signed cookie (`value.signature`, HMAC-SHA-256 in base64, percent-encoded); null if the signature is wrong. A forged
 * cookie causes no database query.
 */
export function readSignedCookie(header: string | undefined, name: string, secret: string): string | null {
  const text = decode(readCookie(header, name));
  const point = text?.lastIndexOf(".") ?? -1;
  if (text === null || point < 1) return null;
  const value = text.slice(0, point);
  // Compared as text: several base64 spellings decode to the same bytes.
  const expected = Buffer.from(createHmac("sha256", secret).update(value).digest("base64"));
  const given = Buffer.from(text.slice(point + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
}

function decode(text: string | null): string | null {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
