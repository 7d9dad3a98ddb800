import * as z from "zod";
import { eventEntityNames, eventTypeNames } from "../../contract/event-types.ts";
import { eventPageLimit, pageInput } from "../../contract/page.ts";
import { AnyInstant, Id, Instant } from "../../contract/values.ts";

/** One event. Source: specification, "Event record". */
export const EventRecord = z
  .object({
    id: Id,
    cursor: z.string().meta({ description: "The place of this event in the feed: pass it as `after` to read on from here." }),
    entity: z.string().meta({ example: "folder" }),
    entityId: Id,
    eventType: z.string().meta({ example: "folder.created" }),
    occurredAt: Instant,
    actor: z.object({ id: Id, type: z.string(), name: z.string() }),
    payload: z.record(z.string(), z.unknown()).meta({ description: "The record as its GET shows it." }),
    diff: z.record(z.string(), z.unknown()).meta({ description: "`{ field: { from, to } }`." }),
    relatedIds: z.array(z.object({ entity: z.string(), id: Id })),
    correlationId: z.string().meta({ description: "The id of the request that caused it." }),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "EventRecord" });
export type EventRecord = z.infer<typeof EventRecord>;

/** The longest that a reader may ask the feed to hold a request. Source: contract, "Events". */
export const longestWaitSeconds = 25;

/** What narrows the feed; all of it must fit. */
export const eventFilter = {
  entity: z.enum(eventEntityNames).optional().meta({ description: "Events of one kind of record." }),
  eventType: z.enum(eventTypeNames).optional(),
  entityId: Id.optional().meta({ description: "Events of one record." }),
  since: AnyInstant.optional().meta({ format: "date-time", description: "Events from this instant on. With `after`, whichever is later counts." }),
};

/** The query of GET /events. */
export const FeedQuery = z.strictObject({
  ...pageInput(eventPageLimit),
  ...eventFilter,
  wait: z.int().min(0).max(longestWaitSeconds).default(0).meta({
    description: "Seconds to hold the request while there is nothing to show.",
  }),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

/** What the portal's list of events is asked: newest first, page by page. */
export const NewestQuery = z.strictObject({
  ...pageInput({ maximum: 200, default: 50 }),
  ...eventFilter,
  actorId: Id.optional().meta({ description: "Events that one key, member or the installation caused." }),
  until: eventFilter.since.meta({ format: "date-time", description: "Events up to this instant." }),
});
export type NewestQuery = z.infer<typeof NewestQuery>;

/** A type of event, with what its payload looks like. */
export const EventTypeDescription = z
  .object({
    eventType: z.string(),
    entity: z.string(),
    area: z.string(),
    scope: z.string().meta({ description: "Its holders see payload and diff in full; holders of `events:read` see that it happened." }),
    description: z.string(),
    payloadSchema: z.record(z.string(), z.unknown()).meta({ description: "JSON Schema (2020-12) of `payload`, for a reader who may see all of it." }),
    example: z.record(z.string(), z.unknown()).meta({ description: "An event of the type, as the feed shows it." }),
  })
  .meta({ id: "EventType" });
export type EventTypeDescription = z.infer<typeof EventTypeDescription>;
