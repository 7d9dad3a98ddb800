import * as z from "zod";
import { Id, Instant } from "../../contract/values.ts";

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
