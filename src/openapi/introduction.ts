import { scopeCatalog } from "../contract/scopes.ts";
import { sampleWithoutPackage } from "../contract/webhook-samples.ts";
import { describeAttempts } from "./webhook-words.ts";

/** A chapter for integrators; its paragraphs are CommonMark. Told in the document's description and on /docs. */
export interface Chapter {
  title: string;
  paragraphs: readonly string[];
  /** Code to copy, below the paragraphs. */
  sample?: { title: string; language: string; code: string };
}

export const summary =
  "Caseport is the integration API of a legal case-management platform for personal-injury firms. " +
  "Programs act for one organization through an integration key.";

/** Source: specification, "Authentication", "Errors", "Limits"; contract. */
export const chapters: readonly Chapter[] = [
  {
    title: "Authentication",
    paragraphs: [
      "Every request carries an integration key in the header `x-api-key`. A key belongs to one organization and sees nothing outside it: another organization’s id is answered as an unknown one, with 404.",
      "A key that is missing, malformed, unknown, expired, paused or revoked is answered with 401 and always the same body. Bearer tokens are not accepted. The header `X-API-Key-Expires-At` says when the key ends.",
      "Scopes are explicit: `write` never includes `read`, and there are no wildcards. Each operation names the scope that it needs, or several of which one is enough; without it the answer is 403.",
      "Operations under some scopes act on behalf of an attorney of the firm. A key without an active acting attorney is answered with 409 `INTEGRATION_NOT_CONFIGURED` there, until it is repaired in the portal.",
    ],
  },
  {
    title: "Requests and answers",
    paragraphs: [
      "Bodies are JSON (`application/json`, at most 1 MiB) with camelCase names. An unknown property, at any level, is refused. Money is whole cents (`…Cents`), an instant is ISO-8601 in UTC with milliseconds, a calendar date is `YYYY-MM-DD`. Ids are opaque text.",
      "Every success carries `success: true`, and the record that it touched under its own name. Answers may gain properties in later versions: ignore what you do not know.",
      "Every answer carries `X-Request-Id`. Send a token of your own in that header and it is kept; name it when you ask for support.",
    ],
  },
  {
    title: "Errors",
    paragraphs: [
      "An error is exactly `{ success: false, error, code }`. Decide by `code`, which is stable; `error` is for people. A validation message lists every fault with its path. The text of every 5xx is `Internal server error`.",
      "A refusal changes nothing: neither data, nor the event feed, nor the idempotency key.",
    ],
  },
  {
    title: "Rate limits",
    paragraphs: [
      "Each operation belongs to a tier: `read`, `write` or `sensitive`. By default a key has 600, 120 and 60 requests a minute, and an organization three times that over all its keys. `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` show the tighter of the two, `RateLimit` and `RateLimit-Policy` show both.",
      "Beyond it the answer is 429: wait as many seconds as `Retry-After` says. Failed authentications are limited per network address.",
    ],
  },
  {
    title: "Idempotency",
    paragraphs: [
      "Every mutation needs `X-Idempotency-Key`, 1 to 200 printable ASCII characters of your choice, such as a UUID. Send the same request with the same key again, after a time-out for example, and it takes effect once: the stored answer is replayed byte for byte, with `Idempotent-Replayed: true` and the id of the first request in `X-Original-Request-Id`.",
      "The same key with another path, body or `If-Match` is 409 `IDEMPOTENCY_CONFLICT`; while the first request is still running it is 409 `IDEMPOTENCY_IN_PROGRESS`. Answers are kept for 24 hours unless configured longer (`Idempotency-Expires`). After a refusal the key may be used again.",
    ],
  },
  {
    title: "Revisions",
    paragraphs: [
      "A record’s answer carries a strong `ETag`. Send it back in `If-None-Match` with a read, and an unchanged record is 304 without a body. Send it in `If-Match` with a change, and a record that has moved on since is 409 `STALE_REVISION` instead of being overwritten.",
    ],
  },
  {
    title: "Lists and feeds",
    paragraphs: [
      "Lists are read page by page: `limit` says how many, `after` takes the `nextCursor` of the page before. Cursors are opaque and bound to the organization and the list. A list’s `nextCursor` is null at its end; an event feed’s is always text, so that you can keep your place and ask again.",
    ],
  },
  {
    title: "Events",
    paragraphs: [
      "Every change is an event. `GET /events` shows them in the order in which they happened, each exactly once: keep `nextCursor` together with what you made of the page, and go on with it as `after`. A page may hold fewer events than `limit` where their records are large: only an empty one is the end for now. With `wait`, up to 25 seconds, a request that finds nothing is held until something happens: a loop of such requests learns of everything at once and costs little.",
      "Events are kept for 90 days. A cursor whose next events are gone is refused with 400 rather than answered with a gap: begin without one, and read anew the records that you keep.",
      "What you see follows from the key’s scopes. `events:read` shows the events of every area; the values in `payload` and `diff` read `[redacted]` unless the key also holds the scope that reads such records. Without `events:read`, each such scope shows the events of its own records. `GET /event-types` has the JSON Schema and an example of every type.",
    ],
  },
  {
    title: "Webhooks",
    paragraphs: [
      "A webhook subscription tells your server of events: by a POST that names the event and its record, without their values: what a record says leaves only where a key asks for it. `GET /events/{eventId}` shows the event. The address is HTTPS, at a host that the key allows. Every type of event stands in this document under `webhooks`.",
      "Messages are signed by Standard Webhooks, whose libraries verify them. Take the body byte for byte as it came, check the signature and that `webhook-timestamp` is at most 5 minutes off, and refuse anything else. `POST /webhook-subscriptions/{subscriptionId}/test` sends you one.",
      "Answer with 2xx within 15 seconds, and work afterwards. Any other answer, a redirect too, is a failure; `Retry-After` with 429 and 503 is honoured. Answer 410 when you want no more: the subscription is disabled, and goes on once somebody enables it.",
      describeAttempts(),
      "A message comes at least once, and not always in order. Do what a `webhook-id` says once, however often it comes. Where order matters, let the message only wake you and read the feed from the cursor that you keep: `data.cursor` says how far it reaches at least. What you missed beyond the attempts is delivered again by `POST /webhook-subscriptions/{subscriptionId}/recover`, or read from the feed.",
    ],
    sample: { title: "Verify a message, in Node.js without a package", language: "js", code: sampleWithoutPackage },
  },
];

function describeScopes(): string {
  const rows = [...scopeCatalog].map(
    ([scope, { description, elevated, needsActingAttorney }]) =>
      `| \`${scope}\` | ${description} | ${elevated ? "yes" : ""} | ${needsActingAttorney ? "yes" : ""} |`,
  );
  return [
    "## Scopes",
    "An elevated scope is granted by a platform administrator alone, for at most one year.",
    ["| Scope | Allows | Elevated | Needs an acting attorney |", "|---|---|---|---|", ...rows].join("\n"),
  ].join("\n\n");
}

/** All of it as CommonMark. */
export function describeIntroduction(): string {
  const told = chapters.map(({ title, paragraphs, sample }) =>
    [`## ${title}`, ...paragraphs, ...(sample === undefined ? [] : [`\`\`\`${sample.language}\n${sample.code}\`\`\``])].join("\n\n"),
  );
  return [summary, ...told, describeScopes()].join("\n\n");
}
