import { WebhookVerificationError } from "./errors.ts";

/** The body of a webhook: it names the event; `events.get(data.id)` has its values. */
export interface WebhookMessage {
  /** The event type, such as `case.updated`. */
  type: string;
  timestamp: string;
  data: {
    id: string;
    organizationId: string;
    entity: string;
    entityId: string;
    cursor: string;
    /** Only of an event of a sandbox. */
    environment?: "sandbox";
  };
}

export interface VerifyOptions {
  /** How old, or how early, a message may be; default 300. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  now?: number;
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const hmac = { name: "HMAC", hash: "SHA-256" };

/**
 * Verifies a webhook by Standard Webhooks.
 *
 * @param rawBody the bytes as they arrived: parsed and written again, they are others
 * @param secrets `whsec_…`; during a rotation the old and the new one
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookMessage> {
  const { toleranceSeconds = 300, now = Date.now() } = options;
  const [id, time, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    readHeader(headers, name),
  );
  if (!id || !time || !signatures)
    throw new WebhookVerificationError("The headers webhook-id, webhook-timestamp and webhook-signature are required");
  if (!/^\d{1,15}$/.test(time) || Math.abs(now / 1_000 - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError("The timestamp is too old or too new");
  const body = typeof rawBody === "string" ? rawBody : new TextDecoder("utf-8", { ignoreBOM: true }).decode(rawBody);
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`);
  const sent = signatures
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => decode(signature.slice(3)));
  for (const secret of [secrets].flat()) {
    const key = await importSecret(secret);
    for (const signature of sent) {
      if (await crypto.subtle.verify(hmac, key, signature, signed)) return JSON.parse(body) as WebhookMessage;
    }
  }
  throw new WebhookVerificationError("No signature matches the secrets");
}

/** The headers of a message, as the server sends them. */
export async function signWebhook(
  secret: string,
  id: string,
  body: string,
  seconds = Math.floor(Date.now() / 1_000),
): Promise<Record<string, string>> {
  const signature = await crypto.subtle.sign(
    hmac,
    await importSecret(secret),
    new TextEncoder().encode(`${id}.${seconds}.${body}`),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value : value?.join(" ");
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith("whsec_") ? decode(secret.slice(6)) : new Uint8Array();
  if (bytes.length < 24) throw new WebhookVerificationError("A secret must be whsec_ and at least 24 bytes in base64");
  return crypto.subtle.importKey("raw", bytes, hmac, false, ["sign", "verify"]);
}

/** Empty if it is not base64. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
