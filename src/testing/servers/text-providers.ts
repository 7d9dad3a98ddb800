import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { signTwilio } from "../../platform/text-messages/twilio.ts";
import { startReceiver, type ReceivedRequest, type Receiver, type ReceiverResponse } from "./receiver.ts";

/**
 * Recorded fakes of the two providers of texts: they accept, list, sign and report as their documentation says, and
 * neither deduplicates a repeated POST.
 */

/** A text that a provider has accepted. */
export interface AcceptedText {
  id: string;
  from: string;
  to: string;
  body: string;
  statusUrl: string;
  createdAt: Date;
}

/** What a fake does with the next text. */
export type SendBehavior =
  | "accept"
  /** Accepts it, and never responds: a timeout with a trace. */
  | "accept_silently"
  /** Neither accepts it nor responds. */
  | "ignore"
  /** Accepts it, and responds with 500. */
  | "accept_with_error"
  | "unauthorized"
  /** 429 with `Retry-After: 7`. */
  | "busy"
  /** The number is on the provider's list of opt-outs. */
  | "opted_out"
  /** The same with 403: it refuses the recipient, and takes the credentials. */
  | "forbidden"
  | "landline";

export interface FakeProvider {
  receiver: Receiver;
  texts: AcceptedText[];
  setBehavior(behavior: SendBehavior): void;
  close(): Promise<void>;
}

/** A request of the provider to a webhook. */
export interface SignedWebhook {
  headers: Record<string, string>;
  body: string;
}

type Refusal = "opted_out" | "forbidden" | "landline" | "unauthorized" | "busy";

/** What the fakes have in common; `respond` writes the provider's own format. */
async function startFake(
  name: string,
  formats: {
    read: (request: ReceivedRequest) => Omit<AcceptedText, "id" | "createdAt">;
    createId: (count: number) => string;
    created: (text: AcceptedText) => ReceiverResponse;
    rejected: Readonly<Record<Refusal, ReceiverResponse>>;
    list: (request: ReceivedRequest, texts: readonly AcceptedText[]) => ReceiverResponse;
  },
): Promise<FakeProvider> {
  const texts: AcceptedText[] = [];
  let behavior: SendBehavior = "accept";
  const receiver = await startReceiver({
    name,
    behavior: (request) => {
      if (request.method === "GET") return formats.list(request, texts);
      if (behavior === "ignore") return () => undefined;
      if (!behavior.startsWith("accept")) return formats.rejected[behavior as Refusal];
      const text = { ...formats.read(request), id: formats.createId(texts.length), createdAt: new Date() };
      texts.push(text);
      if (behavior === "accept_silently") return () => undefined;
      return behavior === "accept" ? formats.created(text) : { status: 500, body: "" };
    },
  });
  return {
    receiver,
    texts,
    setBehavior: (next) => {
      behavior = next;
    },
    close: () => receiver.close(),
  };
}

const json = (status: number, value: unknown, headers: Record<string, string> = {}): ReceiverResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value),
});

const randomHex = (seed: string, length: number) =>
  createHash("sha256").update(`${seed} ${process.pid} ${performance.now()}`).digest("hex").slice(0, length);

export const twilioAccount = {
  provider: "twilio",
  accountSid: `AC${"0123456789abcdef".repeat(2)}`,
  authToken: "fedcba9876543210fedcba9876543210",
} as const;

/** RFC 2822, as Twilio writes times. */
const rfc2822 = (at: Date) => at.toUTCString().replace("GMT", "+0000");

export function startFakeTwilio(): Promise<FakeProvider> {
  const show = ({ id, from, to, body, createdAt }: AcceptedText) => ({
    sid: id,
    account_sid: twilioAccount.accountSid,
    from,
    to,
    body,
    direction: "outbound-api",
    status: "queued",
    num_segments: "1",
    num_media: "0",
    date_created: rfc2822(createdAt),
    date_sent: null,
    error_code: null,
    error_message: null,
  });
  const fault = (status: number, code: number, headers = {}) =>
    json(status, { code, message: "x", more_info: `https://www.twilio.com/docs/errors/${code}`, status }, headers);
  return startFake("api.twilio.com", {
    read: ({ body }) => {
      const fields = new URLSearchParams(body);
      const read = (name: string) => fields.get(name) ?? "";
      return { from: read("From"), to: read("To"), body: read("Body"), statusUrl: read("StatusCallback") };
    },
    createId: (count) => `SM${randomHex(`twilio ${count}`, 32)}`,
    created: (text) => json(201, show(text)),
    rejected: {
      opted_out: fault(400, 21_610),
      forbidden: fault(403, 21_610),
      landline: fault(400, 21_614),
      unauthorized: fault(401, 20_003),
      busy: fault(429, 20_429, { "retry-after": "7" }),
    },
    list: ({ path }, texts) => {
      const query = new URL(path, "https://api.twilio.com").searchParams;
      const found = texts.filter(({ from, to }) => from === query.get("From") && to === query.get("To"));
      return json(200, { messages: found.map(show).toReversed(), next_page_uri: null, page: 0, page_size: 100 });
    },
  });
}

/** A request that Twilio sends to a webhook, signed. */
export function signAsTwilio(url: string, fields: Record<string, string>): SignedWebhook {
  const all = new URLSearchParams({ AccountSid: twilioAccount.accountSid, ...fields });
  return {
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      "x-twilio-signature": signTwilio(twilioAccount.authToken, url, all).toString("base64"),
    },
    body: all.toString(),
  };
}

const pair = generateKeyPairSync("ed25519");
export const telnyxAccount = {
  provider: "telnyx",
  apiKey: "KEY0123456789ABCDEF_fake",
  publicKey: Buffer.from(pair.publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64"),
} as const;

export function startFakeTelnyx(): Promise<FakeProvider> {
  const fault = (status: number, code: string, headers = {}) =>
    json(status, { errors: [{ code, title: "x", detail: "x" }] }, headers);
  return startFake("api.telnyx.com", {
    read: ({ body }) => {
      const sent = JSON.parse(body) as { from: string; to: string; text: string; webhook_url: string };
      return { from: sent.from, to: sent.to, body: sent.text, statusUrl: sent.webhook_url };
    },
    createId: (count) => randomHex(`telnyx ${count}`, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    created: ({ id, from, to, body }) =>
      json(200, {
        data: {
          record_type: "message",
          id,
          direction: "outbound",
          type: "SMS",
          from: { phone_number: from },
          to: [{ phone_number: to, status: "queued" }],
          text: body,
          errors: [],
        },
      }),
    rejected: {
      opted_out: fault(422, "40300"),
      forbidden: fault(403, "40300"),
      landline: fault(422, "40001"),
      unauthorized: fault(401, "10009"),
      busy: fault(429, "10011", { "retry-after": "7" }),
    },
    list: ({ path }, texts) => {
      const query = new URL(path, "https://api.telnyx.com").searchParams;
      const since = Date.parse(query.get("filter[created_at][gte]") ?? "");
      const found = texts.filter(
        ({ from, to, createdAt }) =>
          from === query.get("filter[cli]") && to === query.get("filter[cld]") && createdAt.getTime() >= since,
      );
      const data = found.map(({ id, from, to, createdAt }) => ({
        record_type: "message_detail_record",
        uuid: id,
        cli: from,
        cld: to,
        direction: "outbound",
        status: "queued",
        created_at: createdAt.toISOString(),
      }));
      return json(200, { data, meta: { page_number: 1, page_size: 50, total_pages: 1, total_results: data.length } });
    },
  });
}

/**
 * A request that Telnyx sends to a webhook, signed.
 *
 * @param at when it was signed
 */
export function signAsTelnyx(
  event: { event_type: string; occurred_at?: string; payload: Record<string, unknown> },
  at: Date,
): SignedWebhook {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const body = JSON.stringify({
    data: { record_type: "event", id: randomHex(event.event_type, 32), occurred_at: at.toISOString(), ...event },
    meta: { attempt: 1, delivered_to: "https://caseport.example.com" },
  });
  return {
    headers: {
      "content-type": "application/json",
      "telnyx-timestamp": timestamp,
      "telnyx-signature-ed25519": sign(null, Buffer.from(`${timestamp}|${body}`), pair.privateKey).toString("base64"),
    },
    body,
  };
}
