import { describe, expect, test } from "vitest";
import * as z from "zod";
import { entityOf, eventTypeNames, type EventType } from "../../contract/events/event-types.ts";
import { ids } from "../../contract/examples/example-story.ts";
import { declaredEvents, eventCatalog } from "../../composition/router.ts";
import { decodeCursor } from "../../platform/database/lists/cursor.ts";
import { eventList, feedList } from "./domain.cursors.ts";
import { EventRecord } from "./schema.ts";

const { types } = eventCatalog;

/** Zod's schemas of JSON Schemas, by their text: types of one entity have the same. */
const converted = new Map<string, z.ZodType>();

function convert(payloadSchema: (typeof types)[number]["payloadSchema"]): z.ZodType {
  const text = JSON.stringify(payloadSchema);
  const schema = converted.get(text) ?? z.fromJSONSchema(payloadSchema);
  converted.set(text, schema);
  return schema;
}

test("every event type is described exactly once", () => {
  expect(types.map(({ eventType }) => eventType)).toEqual(eventTypeNames);
});

describe.each(types)("$eventType", ({ eventType, entity, payloadSchema, example }) => {
  const event = EventRecord.parse(example);
  const about = entityOf(eventType as EventType);

  test("has an example that is exactly an event of the type", () => {
    expect(event).toStrictEqual(example);
    expect([event.eventType, event.entity, entity]).toEqual([eventType, about, about]);
    expect(event.payload["id"] ?? event.payload["facilityId"]).toBe(event.entityId);
    expect(decodeCursor(eventList(ids, feedList), event.cursor)).toBeGreaterThan(0);
  });

  test("has an example payload with all properties of its schema, and a diff of those", () => {
    const schema = declaredEvents[about]?.payload;
    expect(schema?.parse(event.payload)).toStrictEqual(event.payload);
    for (const [field, { to }] of Object.entries(event.diff as Record<string, { from: unknown; to: unknown }>)) {
      // What was done stands in the diff, though the record does not show it.
      if (field === "recovery" || field === "child") continue;
      expect(Object.keys(schema?.shape ?? {})).toContain(field);
      expect(to).toEqual(event.payload[field]);
    }
  });

  test("has a self-contained JSON Schema that accepts the example and rejects a missing property", () => {
    const schema = convert(payloadSchema);
    expect(schema.safeParse(event.payload).error).toBeUndefined();
    expect(Object.keys(event.payload).length).toBeGreaterThan(3);
    for (const field of Object.keys(event.payload)) {
      const { [field]: _, ...rest } = event.payload;
      expect([field, schema.safeParse(rest).success]).toEqual([field, false]);
    }
    const references = JSON.stringify(payloadSchema).match(/"\$ref":"[^"]*"/g) ?? [];
    expect(references.filter((reference) => !reference.startsWith('"$ref":"#/$defs/'))).toEqual([]);
  });

  test("accepts properties that later versions add", () => {
    expect(convert(payloadSchema).safeParse({ ...event.payload, ofALaterVersion: 1 }).success).toBe(true);
  });
});

test("the examples' IDs are unique", () => {
  expect(new Set(types.map(({ example }) => example["id"])).size).toBe(types.length);
});
