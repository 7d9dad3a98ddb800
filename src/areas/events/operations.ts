import * as z from "zod";
import { eventDays, eventEntityNames, readingScope } from "../../contract/events/event-types.ts";
import { wholePageInput, eventPageLimit, listPageLimit, pageInput } from "../../contract/page.ts";
import { pageOfWhole } from "../../platform/database/lists/whole-list.ts";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { eventArchive } from "./archive.ts";
import { readCaseActivity } from "./activity/domain.ts";
import { getEvent, readDocumentEvents, readFeed } from "./domain.ts";
import type { EventCatalog } from "./domain.types.ts";
import { writeExamples } from "./examples.ts";
import { EventTypeDescription, FeedQuery, EventInResponse } from "./schema.ts";

const area = "Events & Webhooks";
const scope = "events:read";
const orScopes = [...new Set(eventEntityNames.map(readingScope))];
const whatIsShown =
  "`events:read` includes the events of all areas; values (`payload`, `diff`) are `[redacted]` unless the key also has the scope that reads such records. Without `events:read`, each of those scopes includes the events of its own records.";

const shortPages =
  "A page can have fewer events than `limit` if their records are large: follow `nextCursor` until a page is empty.";

export const eventProcedures = {
  "events.list": operation({
    route: "GET /events",
    summary: "Read the event feed",
    description: `Returns events in order, each exactly once: save \`nextCursor\` together with the results of a page, and pass it as \`after\` in the next request. ${shortPages} ${whatIsShown} With \`wait\`, a request that finds no events waits until there is one or the time is over. At most ten requests per key and 200 per organization wait; further requests return immediately. Events are kept for ${eventDays} days; an older cursor fails with 400.`,
    area,
    scope,
    orScopes,
  })
    .input(FeedQuery)
    .output(z.object({ events: z.array(EventInResponse), nextCursor: z.string() }))
    .query(({ ctx, input }) => readFeed(ctx, input)),

  "events.get": operation({
    route: "GET /events/{eventId}",
    summary: "Get one event",
    description: `Returns the event as in the feed. ${whatIsShown}`,
    area,
    scope,
    orScopes,
  })
    .input(z.strictObject({ eventId: Id }))
    .output(z.object({ event: EventInResponse }))
    .query(({ ctx, input }) => getEvent(ctx, input.eventId)),

  "cases.activity.list": operation({
    route: "GET /cases/{caseId}/activity",
    summary: "List the activity of a case",
    description:
      "Returns the stored events related to the case, newest first. The key's scopes decide which events are included; " +
      "with `events:read` all are, with `[redacted]` values where the key lacks the scope. A page can have fewer events than `limit` if records are large: if `nextCursor` is set, there are more.",
    area: "Cases",
    scope: "cases:read",
  })
    .input(z.strictObject({ ...pageInput(listPageLimit), caseId: Id }))
    .output(z.object({ activity: z.array(EventInResponse), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { caseId, ...query } }) => readCaseActivity(ctx, caseId, query)),

  "documentEvents.list": operation({
    route: "GET /document-events",
    summary: "Read the documents-only event feed",
    description: `Returns the events of documents and folders, oldest first. ${shortPages} Deprecated in favor of GET /events; kept for existing integrations.`,
    area: "Documents",
    scope: "documents:read",
    deprecated: { since: "2026-11-21", successor: "/events" },
  })
    .input(z.strictObject(pageInput(eventPageLimit)))
    .output(z.object({ events: z.array(EventInResponse), nextCursor: z.string() }))
    .query(({ ctx, input }) => readDocumentEvents(ctx, input)),
};

/** @param catalog event types of all areas, known once all areas are defined */
export function createEvents(catalog: () => EventCatalog) {
  const typeProcedures = {
    "eventTypes.list": operation({
      route: "GET /event-types",
      summary: "List event types",
      description: "Returns all event types with the JSON Schema of their `payload` and an example.",
      area,
      scope: null,
    })
      .input(z.strictObject(wholePageInput))
      .output(z.object({ eventTypes: z.array(EventTypeDescription), nextCursor: z.string().nullable() }))
      .query(({ ctx, input }) => {
        const { rows, nextCursor } = pageOfWhole(
          { organizationId: ctx.organizationId, name: "event-types", keyOf: ({ eventType }) => eventType },
          catalog().types,
          input,
        );
        return { eventTypes: rows, nextCursor };
      }),
  };
  return defineArea(
    { ...eventProcedures, ...typeProcedures },
    {
      get examples() {
        return writeExamples(catalog());
      },
      archive: eventArchive,
    },
  );
}
