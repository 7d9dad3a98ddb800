import { createHmac } from "node:crypto";
import * as z from "zod";
import { equalBytes } from "../crypto/equal-bytes.ts";
import type { Outbound } from "../outbound-http/outbound.ts";
import { describeFailure, isForbidden, parseBody, readHeader } from "./provider-responses.ts";
import type {
  ProviderCredentials,
  ReportedStatus,
  SendOutcome,
  TextFailure,
  TextProvider,
  TextWebhook,
  TextWebhookContent,
} from "./text-provider.ts";

type Credentials = Extract<ProviderCredentials, { provider: "twilio" }>;

const host = "https://api.twilio.com";
/** A list of messages has the account's names and prices, too. */
const keptBytes = 262_144;
const form = "application/x-www-form-urlencoded";

const Created = z.object({ sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/) });
const Rejected = z.object({ code: z.int() });
const Listed = z.object({
  messages: z.array(
    z.object({ sid: z.string(), body: z.string(), direction: z.string(), date_created: z.string().nullable() }),
  ),
});

/** By error code. Source: twilio.com/docs/api/errors, read on 2026-11-30. */
const failures: Readonly<Record<number, TextFailure>> = {
  21211: "number_invalid",
  21214: "number_invalid",
  21217: "number_invalid",
  21265: "number_invalid",
  21408: "not_permitted",
  21610: "not_permitted",
  21612: "not_permitted",
  21614: "not_mobile",
  30003: "other",
  30004: "carrier_filtered",
  30005: "number_invalid",
  30006: "not_mobile",
  30007: "carrier_filtered",
  30034: "not_permitted",
};
/** The number is on Twilio's list of opt-outs. */
const optedOut = 21_610;

/** Sends with the API of 2010-04-01, the present one. A repeated POST is another text (checked.md, facts). */
export function openTwilio(
  { accountSid, authToken }: Credentials,
  outbound: Pick<Outbound, "post" | "get">,
): TextProvider {
  const url = `${host}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const headers = { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}` };
  return {
    send: async ({ from, to, body, statusUrl }, signal) => {
      const sent = new URLSearchParams({ To: to, From: from, Body: body, StatusCallback: statusUrl }).toString();
      const response = await outbound.post({
        url,
        headers,
        body: sent,
        contentType: form,
        keptBytes,
        isOnce: true,
        signal,
      });
      const code = response.outcome === "succeeded" ? undefined : parseBody(Rejected, response)?.code;
      if (isForbidden(response) && code !== undefined && failures[code] !== undefined) return readRejection(code);
      const failure = describeFailure(response);
      if (failure !== null) return failure;
      if (response.outcome !== "succeeded") return readRejection(code);
      const created = parseBody(Created, response);
      // It was accepted, under a name that did not arrive.
      return created === null ? { outcome: "unknown" } : { outcome: "accepted", providerMessageId: created.sid };
    },
    find: async ({ from, to, body, since }, signal) => {
      // Without a filter by DateSent: one that still waits at Twilio has no such date.
      const query = new URLSearchParams({ To: to, From: from, PageSize: "100" }).toString();
      const listed = parseBody(Listed, await outbound.get({ url: `${url}?${query}`, headers, keptBytes, signal }));
      if (listed === null) return { outcome: "unknown" };
      // Their times have whole seconds.
      const earliest = Math.floor(since.getTime() / 1_000) * 1_000;
      const ids = listed.messages
        .filter(
          (message) =>
            message.direction.startsWith("outbound") &&
            message.body === body &&
            Date.parse(message.date_created ?? "") >= earliest,
        )
        .map(({ sid }) => sid)
        .toReversed();
      return ids.length === 0 ? { outcome: "absent" } : { outcome: "found", providerMessageIds: ids };
    },
  };
}

function readRejection(code: number | undefined): SendOutcome {
  const failure = (code === undefined ? undefined : failures[code]) ?? "provider_rejected";
  return { outcome: "rejected", failure, isOptedOut: code === optedOut };
}

const statuses: Readonly<Record<string, ReportedStatus>> = {
  accepted: "queued",
  scheduled: "queued",
  queued: "queued",
  sending: "queued",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  undelivered: "undelivered",
  failed: "failed",
  // In the account, by a person or another program.
  canceled: "failed",
};

/** HMAC-SHA1 of the URL and the fields, sorted by name. Source: twilio.com/docs/usage/security. */
export function readTwilioWebhook(
  { accountSid, authToken }: Credentials,
  { url, headers, body, now }: TextWebhook,
): TextWebhookContent | null {
  const fields = new URLSearchParams(body.toString("utf8"));
  const signature = Buffer.from(readHeader(headers, "x-twilio-signature"), "base64");
  if (!spellings(url).some((each) => equalBytes(signature, signTwilio(authToken, each, fields)))) return null;
  const read = (name: string) => fields.get(name) ?? "";
  const providerMessageId = read("MessageSid");
  if (read("AccountSid") !== accountSid || providerMessageId === "") return { kind: "other" };
  const status = read("MessageStatus");
  if (status !== "") {
    const reported = statuses[status];
    if (reported === undefined) return { kind: "other" };
    const isEnded = reported === "undelivered" || reported === "failed";
    const code = Number(read("ErrorCode"));
    return {
      kind: "report",
      providerMessageId,
      status: reported,
      failure: isEnded ? (failures[code] ?? "other") : null,
      isOptedOut: isEnded && code === optedOut,
    };
  }
  if (!fields.has("Body") || read("From") === "" || read("To") === "") return { kind: "other" };
  return {
    kind: "inbound",
    providerMessageId,
    from: read("From"),
    to: [read("To")],
    body: read("Body"),
    mediaCount: Number(read("NumMedia")) || 0,
    at: now,
    isAnswered: read("OptOutType") !== "",
    isOptOut: read("OptOutType") === "STOP",
  };
}

/** Twilio signs with the standard port or without it. */
function spellings(url: string): string[] {
  const { protocol, port, host: name } = new URL(url);
  if (port !== "") return [url];
  return [url, url.replace(`//${name}`, `//${name}:${protocol === "https:" ? 443 : 80}`)];
}

/** The signature of a request, as bytes. Fields that repeat count once for each value. */
export function signTwilio(authToken: string, url: string, fields: URLSearchParams): Buffer {
  const names = [...new Set(fields.keys())].toSorted();
  const text = names.map((name) =>
    [...new Set(fields.getAll(name))]
      .toSorted()
      .map((value) => name + value)
      .join(""),
  );
  return createHmac("sha1", authToken)
    .update(`${url}${text.join("")}`, "utf8")
    .digest();
}
