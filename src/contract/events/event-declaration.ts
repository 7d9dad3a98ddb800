import type * as z from "zod";
import type { Actor } from "../actor.ts";
import type { Scope } from "../scopes.ts";

/** An example of an event: the record afterwards, and the previous values of changed fields. */
interface EventExample<Payload> {
  payload: Payload;
  before?: Partial<Payload>;
  /** Changes in the event that the record does not contain. */
  done?: Readonly<Record<string, { from: unknown; to: unknown }>>;
  /** Beside the metadata of every event. */
  metadata?: Readonly<Record<string, string | number | boolean>>;
  /** Default: the records vendor's key. */
  by?: z.output<typeof Actor>;
}

interface EventTypeDeclaration<Entity extends string, Payload> {
  description: string;
  example: EventExample<Payload>;
  /** The type that replaces it; both are recorded while integrations move. */
  successor?: `${Entity}.${string}`;
}

interface EventsOf<Entity extends string, Payload extends z.ZodObject, Record_> {
  /** The kind of record, in singular snake case. */
  entity: Entity;
  /** The portal's group of the types. */
  area: string;
  /** The scope that reads such a record: other keys get its events with `[redacted]` values, or not at all. */
  scope: Scope;
  /** The record as its GET returns it, without values that events must not contain. */
  payload: Payload;
  /** The related records of an example by the record's ID: at least case and client if there are any. */
  exampleRelatedIds: (id: string) => readonly { entity: string; id: string }[];
  types: Readonly<Record<`${Entity}.${string}`, EventTypeDeclaration<Entity, Record_>>>;
}

export type EventDeclaration = EventsOf<string, z.ZodObject, object>;

/** Declares the events of one kind of record; the area lists it in its `operations.ts`. */
export function defineEvents<const Entity extends string, Payload extends z.ZodObject>(
  declared: EventsOf<Entity, Payload, z.output<Payload>>,
): EventDeclaration {
  return declared;
}
