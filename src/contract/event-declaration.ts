import type * as z from "zod";
import type { Actor } from "./actor.ts";
import type { Scope } from "./scopes.ts";

/** One thing that happened: the record afterwards, and what of it was otherwise before. */
interface EventExample<Payload> {
  payload: Payload;
  before?: Partial<Payload>;
  /** What the event says besides of what was done, though the record does not show it. */
  done?: Readonly<Record<string, { from: unknown; to: unknown }>>;
  /** The records vendor's key without it. */
  by?: z.output<typeof Actor>;
}

interface EventsOf<Entity extends string, Payload extends z.ZodObject, Record_> {
  /** The kind of record, in singular snake case. */
  entity: Entity;
  /** Under which the portal groups the types. */
  area: string;
  /** Whose holders may read such a record: others see its events with `[redacted]` values, if at all. */
  scope: Scope;
  /** The record as its GET shows it, without what a reader of events must not see. */
  payload: Payload;
  /** What an example's event is about, by the record's id: at least the case and the client where there are any. */
  exampleRelatedIds: (id: string) => readonly { entity: string; id: string }[];
  types: Readonly<Record<`${Entity}.${string}`, { description: string; example: EventExample<Record_> }>>;
}

/** The events of one kind of record, as the catalog and the documentation read them. */
export type EventDeclaration = EventsOf<string, z.ZodObject, object>;

/** Declares what is recorded of one kind of record; the area lists it in its `operations.ts`. */
export function defineEvents<const Entity extends string, Payload extends z.ZodObject>(
  declared: EventsOf<Entity, Payload, z.output<Payload>>,
): EventDeclaration {
  return declared;
}
