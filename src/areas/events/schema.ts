import * as z from "zod";
import { namedEnum } from "../../contract/enumeration.ts";
import { eventEntityNames, eventTypeNames } from "../../contract/events/event-types.ts";
import { orText } from "../../contract/values/json-text.ts";
import { eventPageLimit, pageInput } from "../../contract/page.ts";
import { AnyInstant, BulkJobId, Id, Instant } from "../../contract/values/values.ts";

export const EventRecord = z
  .object({
    id: Id,
    cursor: z
      .string()
      .meta({ description: "The event's position in the feed: pass it as `after` to continue from here." }),
    entity: z.string().meta({ example: "folder" }),
    entityId: Id,
    eventType: z.string().meta({ example: "folder.created" }),
    occurredAt: Instant,
    environment: z
      .literal("sandbox")
      .optional()
      .meta({ description: "Only of an event that a key of a sandbox reads; absent of a firm's." }),
    actor: z.object({ id: Id, type: z.string(), name: z.string() }),
    payload: z.record(z.string(), z.unknown()).meta({ description: "The record as its GET operation returns it." }),
    diff: z.record(z.string(), z.unknown()).meta({ description: "`{ field: { from, to } }`." }),
    relatedIds: z.array(z.object({ entity: z.string(), id: Id })),
    correlationId: z.string().meta({ description: "The ID of the request that caused the event." }),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "EventRecord" });
export type EventRecord = z.infer<typeof EventRecord>;

/** An event in a response, redacted by the caller's scopes (`describeEvent` of `domain.redaction.ts`). */
export const EventInResponse = orText(EventRecord);

export const maxWaitSeconds = 25;

export const eventFilter = {
  entity: namedEnum("EventEntity", eventEntityNames).optional().meta({ description: "Events of one kind of record." }),
  eventType: namedEnum("EventTypeName", eventTypeNames).optional(),
  entityId: Id.optional().meta({ description: "Events of one record." }),
  since: AnyInstant.optional().meta({
    format: "date-time",
    description: "Events at or after this instant. If `after` is also sent, the later position applies.",
  }),
};

export const FeedQuery = z.strictObject({
  ...pageInput(eventPageLimit),
  ...eventFilter,
  correlationId: BulkJobId.optional().meta({
    description:
      "The ID of a bulk job. Returns the events that its items caused; there are none once the job is deleted, seven days after its end.",
  }),
  wait: z.int().min(0).max(maxWaitSeconds).default(0).meta({
    description: "Seconds to wait while there are no events.",
  }),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

export const NewestQuery = z.strictObject({
  ...pageInput({ maximum: 200, default: 50 }),
  ...eventFilter,
  actorId: Id.optional().meta({ description: "Events caused by one key, one member or the system." }),
  until: eventFilter.since.meta({ format: "date-time", description: "Events at or before this instant." }),
});
export type NewestQuery = z.infer<typeof NewestQuery>;

export const EventTypeDescription = z
  .object({
    eventType: z.string(),
    entity: z.string(),
    area: z.string(),
    scope: z.string().meta({
      description: "The scope that includes `payload` and `diff`; with `events:read` alone they are redacted.",
    }),
    description: z.string(),
    successor: z
      .string()
      .nullable()
      .meta({ description: "Of a deprecated type: the type that replaces it. Both are recorded; subscribe to one." }),
    payloadSchema: z
      .record(z.string(), z.unknown())
      .meta({ description: "JSON Schema (2020-12) of an unredacted `payload`." }),
    example: z.record(z.string(), z.unknown()).meta({ description: "An example event of the type." }),
  })
  .meta({ id: "EventType" });
export type EventTypeDescription = z.infer<typeof EventTypeDescription>;
