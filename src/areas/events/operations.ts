import * as z from "zod";
import { eventDays, eventEntityNames, readingScope } from "../../contract/event-types.ts";
import { cursorForm, eventPageLimit, listPageLimit, pageInput } from "../../contract/page.ts";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { readCaseActivity } from "./activity/domain.ts";
import { getEvent, readDocumentEvents, readFeed } from "./domain.ts";
import { listEventTypes } from "./domain.types.ts";
import { EventRecord, EventTypeDescription, FeedQuery } from "./schema.ts";

const area = "Events & Webhooks";
const scope = "events:read";
/** Each shows the events of its own records. */
const orScopes = [...new Set(eventEntityNames.map(readingScope))];
const whatIsShown =
  "`events:read` shows the events of every area, each record's values (`payload`, `diff`) only to holders of the scope that reads such records, else `[redacted]`. Without `events:read`, that scope shows the events of its records alone.";

const shortPages = "A page may hold fewer events than `limit` where their records are large: follow `nextCursor` until a page is empty.";

export const events = router({
  list: operation({
    method: "GET",
    path: "/events",
    summary: "Read the event feed",
    description: `Events in the order in which they happened, each exactly once: store \`nextCursor\` with what you made of a page, and go on with it as \`after\`. ${shortPages} ${whatIsShown} With \`wait\`, a request that finds nothing is held until something happens or the time is over; ten requests of a key and 200 of an organization at most, a further one is answered at once. Events are kept for ${eventDays} days; a cursor whose next events are gone is refused with 400.`,
    area,
    scope,
    orScopes,
    tier: "read",
    idempotency: "none",
  })
    .input(FeedQuery)
    .output(z.object({ events: z.array(EventRecord), nextCursor: z.string() }))
    .query(({ ctx, input }) => readFeed(ctx, input)),

  get: operation({
    method: "GET",
    path: "/events/{eventId}",
    summary: "Get an event",
    description: `As the feed shows it. ${whatIsShown}`,
    area,
    scope,
    orScopes,
    tier: "read",
    idempotency: "none",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ eventId: Id }))
    .output(z.object({ event: EventRecord }))
    .query(({ ctx, input }) => getEvent(ctx, input.eventId)),

  listTypes: operation({
    method: "GET",
    path: "/event-types",
    summary: "List event types",
    description: "Every type of event, with the JSON Schema of its `payload` and an example.",
    area,
    scope: null,
    tier: "read",
    idempotency: "none",
  })
    .input(z.strictObject({}))
    .output(z.object({ eventTypes: z.array(EventTypeDescription) }))
    .query(() => ({ eventTypes: listEventTypes() })),

  listCaseActivity: operation({
    method: "GET",
    path: "/cases/{caseId}/activity",
    summary: "List the activity of a case",
    description:
      "The events that point to the case, newest first, for as long as events are kept. A key sees events of the records that its scopes let it read; " +
      "with `events:read` all of them, the values of others `[redacted]`. A page may hold fewer than `limit` where records are large: `nextCursor` tells whether there are more.",
    area: "Cases",
    scope: "cases:read",
    tier: "read",
    idempotency: "none",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...pageInput(listPageLimit), caseId: Id }))
    .output(z.object({ activity: z.array(EventRecord), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { caseId, ...query } }) => readCaseActivity(ctx, caseId, query)),

  listDocumentEvents: operation({
    method: "GET",
    path: "/document-events",
    summary: "Read the documents-only event feed",
    description: `Events of documents and folders, oldest first. ${shortPages} Deprecated in favor of GET /events; kept for existing integrations.`,
    area: "Documents",
    scope: "documents:read",
    tier: "read",
    idempotency: "none",
    deprecated: { successor: "/events" },
  })
    .input(z.strictObject(pageInput(eventPageLimit, cursorForm)))
    .output(z.object({ events: z.array(EventRecord), nextCursor: z.string() }))
    .query(({ ctx, input }) => readDocumentEvents(ctx, input)),
});
