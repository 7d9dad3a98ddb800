import { createPublicKey, verify, type KeyObject } from "node:crypto";
import * as z from "zod";
import type { Outbound } from "../outbound-http/outbound.ts";
import { describeFailure, isForbidden, parseBody, parseText, readHeader } from "./provider-responses.ts";
import type {
  ProviderCredentials,
  ReportedStatus,
  SendOutcome,
  TextFailure,
  TextProvider,
  TextWebhook,
  TextWebhookContent,
} from "./text-provider.ts";

type Credentials = Extract<ProviderCredentials, { provider: "telnyx" }>;

const api = "https://api.telnyx.com/v2";
const keptBytes = 262_144;
/** How old a webhook may be: an older one may be a copy. Milliseconds. */
const maxAge = 5 * 60_000;

const Created = z.object({ data: z.object({ id: z.string().min(1).max(100) }) });
const Errors = z.object({ errors: z.array(z.object({ code: z.coerce.string() })).min(1) });
const Listed = z.object({ data: z.array(z.object({ uuid: z.string(), created_at: z.string() })) });

/** By error code. Source: developers.telnyx.com/docs/messaging/messages/error-codes, read on 2026-11-30. */
const failures: Readonly<Record<string, TextFailure>> = {
  "10002": "number_invalid",
  "10016": "number_invalid",
  "40001": "not_mobile",
  "40002": "carrier_filtered",
  "40003": "carrier_filtered",
  "40012": "number_invalid",
  "40015": "carrier_filtered",
  "40300": "not_permitted",
  "40310": "number_invalid",
};
/** Telnyx has an opt-out of the number. */
const optedOut = "40300";

/** Sends with the API v2. It has no key of idempotency for messages: a repeated POST is another text. */
export function openTelnyx({ apiKey }: Credentials, outbound: Pick<Outbound, "post" | "get">): TextProvider {
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    send: async ({ from, to, body, statusUrl }, signal) => {
      const sent = JSON.stringify({ from, to, text: body, type: "SMS", webhook_url: statusUrl });
      const response = await outbound.post({
        url: `${api}/messages`,
        headers,
        body: sent,
        keptBytes,
        isOnce: true,
        signal,
      });
      const code = response.outcome === "succeeded" ? undefined : parseBody(Errors, response)?.errors[0]?.code;
      if (isForbidden(response) && code !== undefined && failures[code] !== undefined) return readRejection(code);
      const failure = describeFailure(response);
      if (failure !== null) return failure;
      if (response.outcome !== "succeeded") return readRejection(code);
      const created = parseBody(Created, response);
      return created === null ? { outcome: "unknown" } : { outcome: "accepted", providerMessageId: created.data.id };
    },
    find: async ({ from, to, since }, signal) => {
      // Messages are listed as detail records alone, and these have no text.
      const query = new URLSearchParams({
        "filter[record_type]": "messaging",
        "filter[direction]": "outbound",
        "filter[cli]": from,
        "filter[cld]": to,
        "filter[created_at][gte]": new Date(Math.floor(since.getTime() / 1_000) * 1_000).toISOString(),
        "page[size]": "50",
        sort: "created_at",
      }).toString();
      const response = await outbound.get({ url: `${api}/detail_records?${query}`, headers, keptBytes, signal });
      const listed = parseBody(Listed, response);
      if (listed === null) return { outcome: "unknown" };
      const ids = listed.data.map(({ uuid }) => uuid);
      return ids.length === 0 ? { outcome: "absent" } : { outcome: "found", providerMessageIds: ids };
    },
  };
}

function readRejection(code: string | undefined): SendOutcome {
  const failure = (code === undefined ? undefined : failures[code]) ?? "provider_rejected";
  return { outcome: "rejected", failure, isOptedOut: code === optedOut };
}

const Address = z.object({ phone_number: z.string().min(1), status: z.string().nullish() });
/** A list that is null, as Telnyx writes some that are empty, has nothing. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
const Event = z.object({
  data: z.object({
    event_type: z.string(),
    occurred_at: z.string().nullish(),
    payload: z.object({
      id: z.string().min(1).max(100),
      from: Address.nullish(),
      to: listOf(Address),
      /** Others of a group. */
      cc: listOf(Address),
      text: z.string().nullish(),
      media: listOf(z.unknown()),
      errors: listOf(z.object({ code: z.coerce.string() })),
      autoresponse_type: z.string().nullish(),
    }),
  }),
});
type EventData = z.infer<typeof Event>["data"];

const statuses: Readonly<Record<string, ReportedStatus>> = {
  queued: "queued",
  sending: "queued",
  sent: "sent",
  // The carrier does not say whether the phone has it.
  delivery_unconfirmed: "sent",
  delivered: "delivered",
  delivery_failed: "undelivered",
  expired: "undelivered",
  sending_failed: "failed",
};

/** Ed25519 over timestamp, a bar and the body. Source: developers.telnyx.com, Webhook fundamentals. */
export function readTelnyxWebhook(
  { publicKey }: Credentials,
  { headers, body, now }: TextWebhook,
): TextWebhookContent | null {
  const timestamp = readHeader(headers, "telnyx-timestamp");
  const signature = Buffer.from(readHeader(headers, "telnyx-signature-ed25519"), "base64");
  const key = readPublicKey(publicKey);
  if (key === null || !/^\d{1,12}$/.test(timestamp)) return null;
  if (!verify(null, Buffer.concat([Buffer.from(`${timestamp}|`), body]), key, signature)) return null;
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > maxAge) return null;
  const event = parseText(Event, body.toString("utf8"));
  return event === null ? { kind: "other" } : readEvent(event.data, now);
}

function readEvent({ event_type, occurred_at, payload }: EventData, now: Date): TextWebhookContent {
  const { id: providerMessageId, from, to, cc, text, media, autoresponse_type } = payload;
  if (event_type === "message.received") {
    if (from === undefined || from === null || to.length === 0) return { kind: "other" };
    const at = new Date(occurred_at ?? "");
    return {
      kind: "inbound",
      providerMessageId,
      from: from.phone_number,
      to: [...to, ...cc].map(({ phone_number }) => phone_number),
      body: text ?? "",
      mediaCount: media.length,
      at: Number.isNaN(at.getTime()) ? now : at,
      isAnswered: typeof autoresponse_type === "string",
      isOptOut: autoresponse_type?.toUpperCase() === "STOP",
    };
  }
  const isReport = event_type === "message.sent" || event_type === "message.finalized";
  return isReport ? readReport(payload) : { kind: "other" };
}

function readReport({ id: providerMessageId, to, errors }: EventData["payload"]): TextWebhookContent {
  const status = statuses[to[0]?.status ?? ""];
  if (status === undefined) return { kind: "other" };
  const isEnded = status === "undelivered" || status === "failed";
  const code = errors[0]?.code ?? "";
  return {
    kind: "report",
    providerMessageId,
    status,
    failure: isEnded ? (failures[code] ?? "other") : null,
    isOptedOut: isEnded && code === optedOut,
  };
}

/** Of the 32 bytes that Telnyx shows in Base64; null for others. */
export function readPublicKey(base64: string): KeyObject | null {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== 32) return null;
  try {
    return createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") },
      format: "jwk",
    });
  } catch {
    return null;
  }
}
