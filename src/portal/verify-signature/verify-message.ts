/** The headers that every message carries. Source: Standard Webhooks. */
export const messageHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
export type MessageHeader = (typeof messageHeaders)[number];

/** How far a timestamp may be from the receiver's clock, in seconds, as the official libraries have it. */
export const toleranceSeconds = 5 * 60;

/** What is wrong with a secret; `no_prefix` is the only one with which one can still compute. */
export type SecretFault = "missing" | "api_key" | "no_prefix" | "not_base64";
export type TimestampFault = "malformed" | "milliseconds" | "too_old" | "in_future";

/** In which form the body is the one that was signed: as pasted, without what stands around it, or as JSON is written without spaces. */
export type BodyForm = "as_pasted" | "trimmed" | "rewritten";

/** One signature of the header: whether it fits, in whichever form of the body. null: of a version that is not looked at, or none at all. */
export interface CheckedSignature {
  version: string | null;
  fits: boolean | null;
}

/** Everything that was found out about a message. */
export interface Verdict {
  isVerified: boolean;
  missing: readonly MessageHeader[];
  secret: { fault: SecretFault | null; bytes: number };
  /** null without the header. `ageSeconds` is negative in the future, and null where it is no number of seconds. */
  timestamp: { fault: TimestampFault | null; ageSeconds: number | null } | null;
  /** null where nothing could be computed: without a secret or without the headers. */
  signatures: readonly CheckedSignature[] | null;
  bodyForm: BodyForm | null;
}

export interface Message {
  /** The headers as one has them: lines, JSON, or curl's options. Others may stand among them. */
  headers: string;
  body: string;
  secret: string;
}

/**
 * Judges a message as a receiver does, in this browser alone, and tries the usual mistakes.
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

/** Finds the three headers in a text: `webhook-id: …` on a line, `-H 'webhook-id: …'`, or `"webhook-id": "…"`. */
export function readHeaders(text: string): ReadonlyMap<MessageHeader, string> {
  const found = new Map<MessageHeader, string>();
  for (const name of messageHeaders) {
    const value = new RegExp(String.raw`(?<![\w-])${name}["']?[ \t]*[:=][ \t]*["'\[]*([^"'\]\r\n]*)`, "i").exec(text)?.[1] ?? "";
    const trimmed = value.trim().replace(/,$/, "");
    if (trimmed !== "") found.set(name, trimmed);
  }
  return found;
}

/** The bytes of a secret `whsec_<base64>`; null where there are none to compute with. */
export function readSecret(text: string): { key: Uint8Array<ArrayBuffer> | null; fault: SecretFault | null } {
  const secret = text.trim();
  const hasPrefix = secret.startsWith("whsec_");
  const encoded = hasPrefix ? secret.slice("whsec_".length) : secret;
  if (encoded === "") return { key: null, fault: "missing" };
  if (/^cp[kp]_/.test(secret)) return { key: null, fault: "api_key" };
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || encoded.length % 4 !== 0) return { key: null, fault: hasPrefix ? "not_base64" : "no_prefix" };
  const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return { key, fault: hasPrefix ? null : "no_prefix" };
}

function validateTimestamp(text: string | undefined, now: number): Verdict["timestamp"] {
  if (text === undefined) return null;
  if (/^\d{13}$/.test(text)) return { fault: "milliseconds", ageSeconds: null };
  if (!/^\d{1,12}$/.test(text)) return { fault: "malformed", ageSeconds: null };
  const ageSeconds = Math.floor(now / 1000) - Number(text);
  const fault = ageSeconds > toleranceSeconds ? "too_old" : ageSeconds < -toleranceSeconds ? "in_future" : null;
  return { fault, ageSeconds };
}

/** What was signed is `<id>.<timestamp>.<body>`. The first form of the body that any signature fits is the one that was sent. */
async function validateSignatures(read: ReadonlyMap<MessageHeader, string>, body: string, key: Uint8Array<ArrayBuffer>) {
  const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const given = (read.get("webhook-signature") ?? "").split(/\s+/).map(readSignature);
  for (const [form, text] of listForms(body)) {
    const content = new TextEncoder().encode(`${read.get("webhook-id") ?? ""}.${read.get("webhook-timestamp") ?? ""}.${text}`);
    const wanted = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign("HMAC", hmac, content))));
    const signatures = given.map(({ version, value }): CheckedSignature => ({ version, fits: version === "v1" ? value === wanted : null }));
    if (signatures.some(({ fits }) => fits === true)) return { signatures, bodyForm: form };
  }
  return { signatures: given.map(({ version }): CheckedSignature => ({ version, fits: version === "v1" ? false : null })), bodyForm: null };
}

function readSignature(text: string): { version: string | null; value: string } {
  const comma = text.indexOf(",");
  return comma === -1 ? { version: null, value: text } : { version: text.slice(0, comma), value: text.slice(comma + 1) };
}

function listForms(body: string): (readonly [BodyForm, string])[] {
  const rewritten = rewrite(body);
  return [["as_pasted", body], ["trimmed", body.trim()], ...(rewritten === null ? [] : [["rewritten", rewritten] as const])];
}

/** The body as JSON.stringify writes it, which is how Caseport sends it; null when it is no JSON. */
function rewrite(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}
