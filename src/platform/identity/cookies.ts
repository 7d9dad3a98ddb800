import { createHmac, timingSafeEqual } from "node:crypto";

/** The names of the two cookies that sign-in works with; no other is taken or given. */
export interface IdentityCookies {
  /** Who is signed in. */
  session: string;
  /** Whose password was right and whose second factor is still to come. */
  pending: string;
}

/**
 * Over https the names begin with `__Host-`: a browser then takes them only with Secure, for all paths and without a
 * domain, so that no neighbouring host can plant one. Over http (localhost) browsers reject that prefix.
 */
export function nameCookies(baseUrl: string): IdentityCookies {
  const prefix = isSecure(baseUrl) ? "__Host-" : "";
  return { session: `${prefix}caseport_session`, pending: `${prefix}caseport_second_factor` };
}

export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}

/** The value of a cookie as it was sent; null when there is none. The first of several counts, as for Better Auth. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/**
 * What stands in a signed cookie (`value.signature`, HMAC-SHA-256 in base64, percent-encoded); null when it is not ours.
 * A forged cookie causes no database query.
 */
export function readSignedCookie(header: string | undefined, name: string, secret: string): string | null {
  const text = decode(readCookie(header, name));
  const point = text?.lastIndexOf(".") ?? -1;
  if (text === null || point < 1) return null;
  const value = text.slice(0, point);
  // As text: base64 has more than one spelling of the same bytes.
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
