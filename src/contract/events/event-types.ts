import { eventEntities, eventTypes } from "./event-catalog.generated.ts";
import type { Scope } from "../scopes.ts";

/** The kind of record that an event is about, declared in an area's `events.ts`. */
export type EventEntity = keyof typeof eventEntities;

/** An event type, `<entity>.<verb in the past>`. */
export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];
export const eventEntityNames = Object.keys(eventEntities) as [EventEntity, ...EventEntity[]];

export function entityOf(eventType: EventType): EventEntity {
  return eventType.slice(0, eventType.indexOf(".")) as EventEntity;
}

export function areaOf(entity: EventEntity): string {
  return eventEntities[entity].area;
}

/** The scope that reads such a record, and therefore its events in full. */
export function readingScope(entity: EventEntity): Scope {
  return eventEntities[entity].scope;
}

/** The scopes that include such an event, each by itself. */
export function scopesThatSee(entity: EventEntity): readonly Scope[] {
  return ["events:read", readingScope(entity)];
}

export function visibleEntities(held: ReadonlySet<Scope>): EventEntity[] {
  return eventEntityNames.filter((entity) => scopesThatSee(entity).some((scope) => held.has(scope)));
}

/** Days for which events are kept; `partitioned_tables()` of the migrations has the same number. */
export const eventDays = 90;
