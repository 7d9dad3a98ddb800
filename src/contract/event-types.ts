import { eventEntities, eventTypes } from "./event-catalog.ts";
import type { Scope } from "./scopes.ts";

/** What events are about: a kind of record. Each is declared in an area's `events.ts`. */
export type EventEntity = keyof typeof eventEntities;

/** What can happen, as `<entity>.<verb in the past>`. Source: contract, "Events". */
export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];
export const eventEntityNames = Object.keys(eventEntities) as [EventEntity, ...EventEntity[]];

/** The kind of record that an event is about. */
export function entityOf(eventType: EventType): EventEntity {
  return eventType.slice(0, eventType.indexOf(".")) as EventEntity;
}

/** The area of a kind of record. */
export function areaOf(entity: EventEntity): string {
  return eventEntities[entity].area;
}

/** The scope whose holders may read such a record, and so see in full what an event says of it. */
export function readingScope(entity: EventEntity): Scope {
  return eventEntities[entity].scope;
}

/** The scopes of which each lets its holder see that such an event happened. */
export function scopesThatSee(entity: EventEntity): readonly Scope[] {
  return ["events:read", readingScope(entity)];
}

/** The kinds of record whose events the holder of the scopes sees. */
export function visibleEntities(held: ReadonlySet<Scope>): EventEntity[] {
  return eventEntityNames.filter((entity) => scopesThatSee(entity).some((scope) => held.has(scope)));
}

/** For how many days events are kept; the purge has it in its migration. */
export const eventDays = 90;
