import { scopeCatalog } from "../contract/scopes.ts";
import { sampleWithoutPackage } from "../contract/webhooks/samples.ts";
import { describeAttempts } from "../openapi/webhook-descriptions.ts";
import { listErrorCodes, listErrorReasons } from "./advice.ts";
import { tabulate } from "./tables.ts";

/** A chapter of the reference's first page; its paragraphs are Markdown. */
export interface Chapter {
  title: string;
  paragraphs: readonly string[];
}

export const chapters: readonly Chapter[] = [
  {
    title: "Authentication",
    paragraphs: [
      "Send your API key in the header `x-api-key` of every request. A key belongs to one organization and reads nothing outside it: a request for another organization’s ID fails with 404, like an unknown ID.",
      "A request whose key is missing, malformed, unknown, expired, paused or revoked fails with 401, always with the same body. Bearer tokens are not accepted unless an operation lists them. The header `X-API-Key-Expires-At` says when the key expires; responses to a key of a sandbox have `X-Caseport-Environment: sandbox`.",
      "Scopes are explicit: `write` never includes `read`, and there are no wildcards. Each operation names the scope that it requires, or several of which one is enough; without it the request fails with 403. The message of every 403 is the same: `X-Error-Reason` says why it failed, and with `missing_scope`, `X-Error-Detail` names the missing scope. GET /me lists the key's scopes.",
      "Without the scope that reads a record, the response to a change has the echo form: the record's ID, number, revision and timestamps, the new status after a transition, and those fields of the request whose stored value is the one that you sent. `ETag` and `Location` are the same in both forms. Each operation names the scopes that make its response complete, and the schemas `Written…` describe both forms.",
      "Operations under some scopes act on behalf of an attorney of the firm. If the key has no active acting attorney, such a request fails with 409 `INTEGRATION_NOT_CONFIGURED`. Set one in the portal.",
    ],
  },
  {
    title: "Requests and responses",
    paragraphs: [
      "Bodies are JSON (`application/json`, at most 1 MiB, of `POST /bulk` 6 MiB) with camelCase names. Unknown properties are rejected at every level. Money is in whole cents (`…Cents`), timestamps are ISO 8601 in UTC with milliseconds, dates are `YYYY-MM-DD`. IDs are opaque strings; where the ID of a record with an `externalId` is taken, `external:` and the `externalId` are accepted, too (`GET /cases/external:4711`). `fields` chooses the members of the records that a GET returns (`fields=id,plaintiff.lastName`).",
      "Every successful response has `success: true` and the record under its name. Later versions may add properties: ignore the ones you do not know.",
      "Every response has `X-Request-Id`. You can send your own value in that header. Quote it in support requests.",
    ],
  },
  {
    title: "Errors",
    paragraphs: [
      "An error is exactly `{ success: false, error, code }`. Use `code` in your code: it is stable. `error` is for people. A validation error lists every invalid field with its path. The text of every 5xx is `Internal server error`.",
      "Every error response also has the header `X-Error-Reason`: a stable reason, finer than the code, such as `missing_scope` or `cursor_expired`. Where it helps, `X-Error-Detail` has what the reason is about, such as the missing scopes or the ID of a record. Each operation lists its reasons by status, and `GET /metadata/errorReason` describes them. Later versions may add reasons: treat one that you do not know by its code.",
      "A failed request changes nothing: no data, no events, and the idempotency key can be used again.",
      "A request that never reaches an operation, because it is late, too long or not HTTP, fails with 408, 417 or 431 and the code `VALIDATION_FAILED`; the connection is closed.",
      tabulate(["Code", "Status", "Meaning", "What to do"], listErrorCodes()),
      "The reasons:",
      tabulate(["`X-Error-Reason`", "Code", "Meaning", "`X-Error-Detail`"], listErrorReasons()),
    ],
  },
  {
    title: "Rate limits",
    paragraphs: [
      "Each operation belongs to a tier: `read`, `write` or `sensitive`. By default a key has 600, 120 and 60 requests per minute, and an organization three times that for all its keys together. `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` show the limit that has less left; `RateLimit` and `RateLimit-Policy` show both.",
      "Beyond the limit, requests fail with 429: wait for the seconds in `Retry-After`. Failed authentications are limited per IP address.",
      [
        "To stay below the limits:",
        "- Read lists with `limit=200`, and only once: follow the event feed with `wait=25` afterwards, or subscribe to webhooks.\n" +
          "- Send the requests of a key through one queue, and slow down when `X-RateLimit-Remaining` is below a tenth of `X-RateLimit-Limit`.\n" +
          "- After a 429, wait for `Retry-After` plus a random second, then send one request before you send many.\n" +
          "- Give jobs that run at the same time keys of their own; the organization's limit is for all of them.\n" +
          "- Run reports and exports for large results: a page of a report is one request of the `sensitive` or `read` tier, whatever it sums up.",
      ].join("\n\n"),
    ],
  },
  {
    title: "Idempotency",
    paragraphs: [
      "Mutations require `X-Idempotency-Key`, 1 to 200 printable ASCII characters such as a UUID. If you repeat a request with the same key, for example after a timeout, it takes effect once: the response is the stored one, byte for byte, with `Idempotent-Replayed: true` and the ID of the first request in `X-Original-Request-Id`. If the key has lost any scope since then, or has another acting attorney or vendor, the stored response is reduced to the echo form. `POST /leads`, `PATCH /leads/{leadId}` and `PATCH /cases/{caseId}` ignore the header and say so in `Idempotency-Status`. A `POST` that changes nothing, such as `POST /leads/duplicates/search`, takes none.",
      "The same key with another path, body or `If-Match` fails with 409 `IDEMPOTENCY_CONFLICT`; while the first request is running, a repeated one fails with 409 `IDEMPOTENCY_IN_PROGRESS`. Responses are stored for 24 hours unless configured longer (`Idempotency-Expires`). After a failed request the key can be used again.",
    ],
  },
  {
    title: "Revisions",
    paragraphs: [
      'The response with a record has a strong `ETag`, its revision. Send it in `If-Match` with a change: if the record has changed since, the request fails with 409 `STALE_REVISION`. Of several revisions, `"6", "7"`, one must be the current one.',
      "The reads that list `If-None-Match` among their parameters compare it: if the record is unchanged, the response is 304 without a body. Other records show values that change without a new revision, such as the name of another record or whether a date has passed: such reads ignore the header and always return the record.",
      'A proxy that compresses responses makes their ETags weak: `W/"6"` instead of `"6"`. A weak ETag matches no `If-Match` (RFC 9110), so a change with nothing else fails with 400 and the reason `weak_revision`, whether or not the record has changed. Responses with an ETag have `Cache-Control: no-transform`, which forbids this to proxies. ' +
        "nginx may do it regardless: switch `gzip` and `brotli` off for `/api/`. Until then, send the record's `revision` in quotes, which is its ETag; a case's ETag is the time of its `updatedAt` in milliseconds since 1970.",
    ],
  },
  {
    title: "Lists and feeds",
    paragraphs: [
      "Read lists page by page: `limit` sets the page size; pass `nextCursor` as `after` to get the next page. Cursors are opaque and valid only for their organization and list. At the end of a list `nextCursor` is null. Short lists, such as GET /scopes or the attorneys of a case, return all records on one page unless you send `limit`. An event feed always returns one, so that you can continue later.",
    ],
  },
  {
    title: "Events",
    paragraphs: [
      "Every change records an event. `GET /events` returns them in order, each exactly once: save `nextCursor` together with the results of the page, and pass it as `after` in the next request. A page can have fewer events than `limit` if their records are large; only an empty page is the end. With `wait` (up to 25 seconds), a request that finds no events waits until there is one.",
      "Events are kept for 90 days. An older cursor fails with 400 and the reason `cursor_expired`: start without one, and read the records again.",
      "The key’s scopes decide which events it reads. `events:read` includes the events of every area; values in `payload` and `diff` are `[redacted]` unless the key also has the scope that reads such records. Without `events:read`, each of those scopes includes the events of its own records. `GET /event-types` returns the JSON Schema and an example of every type.",
    ],
  },
  {
    title: "Webhooks",
    paragraphs: [
      "A webhook subscription sends events to your endpoint: a POST that names the event and its record, without values. `GET /events/{eventId}` returns the event. The endpoint must use HTTPS and a host that the key allows. Every event type is in this document under `webhooks`.",
      "Messages are signed as in Standard Webhooks, whose libraries verify them. Use the raw body, verify the signature, check that `webhook-timestamp` is at most 5 minutes off, and reject anything else. `POST /webhook-subscriptions/{subscriptionId}/test` sends a test message.",
      "Respond with 2xx within 15 seconds, and process afterwards. Any other response, including a redirect, is a failure; `Retry-After` with 429 and 503 is respected. 410 disables the subscription until it is enabled again.",
      describeAttempts(),
      "Messages are delivered at least once and can arrive out of order. Process each `webhook-id` once. If order matters, use the message only as a signal and read the feed from your saved cursor; it reaches at least to `data.cursor`. `POST /webhook-subscriptions/{subscriptionId}/recover` delivers missed events again, or read them from the feed.",
      `Verify a message in Node.js without a package:\n\n\`\`\`js\n${sampleWithoutPackage}\`\`\``,
    ],
  },
  {
    title: "Scopes",
    paragraphs: ["Only a platform administrator can grant an elevated scope, for at most one year.", tabulateScopes()],
  },
];

function tabulateScopes(): string {
  const mark = (is: boolean) => (is ? "yes" : "–");
  const rows = [...scopeCatalog].map(([scope, { description, elevated, needsActingAttorney }]) => [
    `\`${scope}\``,
    description,
    mark(elevated),
    mark(needsActingAttorney),
  ]);
  return tabulate(["Scope", "Allows", "Elevated", "Requires an acting attorney"], rows);
}
