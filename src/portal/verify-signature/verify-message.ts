import { isApiKeyLike } from "../../contract/integration-keys.ts";

/** Standard Webhooks requires these headers. */
export const messageHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
export type MessageHeader = (typeof messageHeaders)[number];

/** Tolerance in seconds, as in the official libraries. */
export const toleranceSeconds = 5 * 60;

/** `no_prefix` is the only problem with which a signature can still be computed. */
export type SecretFault = "missing" | "api_key" | "no_prefix" | "not_base64";
export type TimestampFault = "malformed" | "milliseconds" | "too_old" | "in_future";

/** The form of the body that was signed: as pasted, trimmed, or as minified JSON. */
export type BodyForm = "as_pasted" | "trimmed" | "rewritten";

/** null: of an unknown version, or not a signature. */
export interface CheckedSignature {
  version: string | null;
  fits: boolean | null;
}

export interface Verdict {
  isVerified: boolean;
  missing: readonly MessageHeader[];
  secret: { fault: SecretFault | null; bytes: number };
  /** null without the header. `ageSeconds` is negative in the future, and null for an invalid timestamp. */
  timestamp: { fault: TimestampFault | null; ageSeconds: number | null } | null;
  /** null without a secret or headers. */
  signatures: readonly CheckedSignature[] | null;
  bodyForm: BodyForm | null;
}

export interface Message {
  /** Header lines, JSON, or curl options; may contain other headers. */
  headers: string;
  body: string;
  secret: string;
}

/**
 * Verifies a message like a receiver, in the browser only, and detects common mistakes.
 *
 * @param now milliseconds since 1970
 */
export async function verifyMessage({ headers, body, secret }: Message, now: number): Promise<Verdict> {
  const read = readHeaders(headers);
  const missing = messageHeaders.filter((name) => !read.has(name));
  const { key, fault } = readSecret(secret);
  const timestamp = validateTimestamp(read.get("webhook-timestamp"), now);
  const computed = key === null || missing.length > 0 ? null : await validateSignatures(read, body, key);
  return {
    isVerified: computed?.bodyForm === "as_pasted" && timestamp?.fault === null && fault === null,
    missing,
    secret: { fault, bytes: key?.length ?? 0 },
    timestamp,
    signatures: computed?.signatures ?? null,
    bodyForm: computed?.bodyForm ?? null,
  };
}

/** Finds the headers in text: `webhook-id: …` on a line, `-H 'webhook-id: …'`, or `"webhook-id": "…"`. */
export function readHeaders(text: string): ReadonlyMap<MessageHeader, string> {
  const found = new Map<MessageHeader, string>();
  for (const name of messageHeaders) {
    const value =
      new RegExp(String.raw`(?<![\w-])${name}["']?[ \t]*[:=][ \t]*["'\[]*([^"'\]\r\n]*)`, "i").exec(text)?.[1] ?? "";
    const trimmed = value.trim().replace(/,$/, "");
    if (trimmed !== "") found.set(name, trimmed);
  }
  return found;
}

/** The bytes of a secret `whsec_<base64>`; null if invalid. */
export function readSecret(text: string): { key: Uint8Array<ArrayBuffer> | null; fault: SecretFault | null } {
  const secret = text.trim();
  const hasPrefix = secret.startsWith("whsec_");
  const encoded = hasPrefix ? secret.slice("whsec_".length) : secret;
  if (encoded === "") return { key: null, fault: "missing" };
  if (isApiKeyLike(secret)) return { key: null, fault: "api_key" };
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || encoded.length % 4 !== 0)
    return { key: null, fault: hasPrefix ? "not_base64" : "no_prefix" };
  const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return { key, fault: hasPrefix ? null : "no_prefix" };
}

function validateTimestamp(text: string | undefined, now: number): Verdict["timestamp"] {
  if (text === undefined) return null;
  if (/^\d{13}$/.test(text)) return { fault: "milliseconds", ageSeconds: null };
  if (!/^\d{1,12}$/.test(text)) return { fault: "malformed", ageSeconds: null };
  const ageSeconds = Math.floor(now / 1000) - Number(text);
  if (ageSeconds > toleranceSeconds) return { fault: "too_old", ageSeconds };
  return { fault: ageSeconds < -toleranceSeconds ? "in_future" : null, ageSeconds };
}

/** The signed text is `<id>.<timestamp>.<body>`. Tries each form of the body. */
async function validateSignatures(
  read: ReadonlyMap<MessageHeader, string>,
  body: string,
  key: Uint8Array<ArrayBuffer>,
) {
  const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const given = (read.get("webhook-signature") ?? "").split(/\s+/).map(readSignature);
  for (const [form, text] of listForms(body)) {
    const content = new TextEncoder().encode(
      `${read.get("webhook-id") ?? ""}.${read.get("webhook-timestamp") ?? ""}.${text}`,
    );
    const wanted = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign("HMAC", hmac, content))));
    const signatures = given.map(({ version, value }): CheckedSignature => ({
      version,
      fits: version === "v1" ? value === wanted : null,
    }));
    if (signatures.some(({ fits }) => fits === true)) return { signatures, bodyForm: form };
  }
  return {
    signatures: given.map(({ version }): CheckedSignature => ({ version, fits: version === "v1" ? false : null })),
    bodyForm: null,
  };
}

function readSignature(text: string): { version: string | null; value: string } {
  const comma = text.indexOf(",");
  return comma === -1
    ? { version: null, value: text }
    : { version: text.slice(0, comma), value: text.slice(comma + 1) };
}

function listForms(body: string): (readonly [BodyForm, string])[] {
  const rewritten = rewrite(body);
  return [
    ["as_pasted", body],
    ["trimmed", body.trim()],
    ...(rewritten === null ? [] : [["rewritten", rewritten] as const]),
  ];
}

/** As JSON.stringify writes it, which is how Caseport sends it; null if it is not JSON. */
function rewrite(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}
