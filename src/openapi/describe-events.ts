import * as z from "zod";
import { eventTypes } from "../contract/events/event-catalog.generated.ts";
import { entityOf, eventTypeNames, type EventType } from "../contract/events/event-types.ts";
import { declaredEvents } from "../composition/router.ts";
import { describeSchema, type NamedSchemas } from "./describe-schema.ts";
import { reference, toPascalCase, type JsonObject } from "./json.ts";

/**
 * Replaces `EventRecord`, if an operation returns it, by the union of the schemas of every event type: `eventType` says
 * which one it is.
 *
 * @param schemas gains a schema for each type, and the payloads that no operation returns
 */
export function describeEvents(schemas: NamedSchemas): void {
  const base = schemas.get("EventRecord");
  if (base === undefined) return;
  schemas.set("RedactedPayload", {
    type: "object",
    description:
      "What a key reads of a record without the scope that reads such records: its `id`, if it has one, and `[redacted]` for every other member.",
    // No member is named: beside one that is optional, generators write an index that does not compile (oazapfts).
    additionalProperties: { type: "string" },
  });
  const mapping = Object.fromEntries(
    eventTypeNames.map((eventType) => [eventType, `#/components/schemas/${toPascalCase(eventType)}Event`]),
  );
  for (const eventType of eventTypeNames)
    schemas.set(`${toPascalCase(eventType)}Event`, describeEvent(eventType, base, schemas));
  schemas.set("EventRecord", {
    description: "An event. `eventType` determines the form of `payload`.",
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: "eventType", mapping },
  });
}

/** Whole, without `allOf`, as the errors are. */
function describeEvent(eventType: EventType, base: JsonObject, schemas: NamedSchemas): JsonObject {
  const entity = entityOf(eventType);
  return {
    ...base,
    description: eventTypes[eventType],
    properties: {
      ...(base["properties"] as JsonObject),
      entity: { type: "string", const: entity },
      eventType: { type: "string", const: eventType },
      payload: { anyOf: [describePayload(entity, schemas), reference("schemas", "RedactedPayload")] },
    },
  };
}

/** The record of an event by name; one that no operation returns becomes `CaseStagePayload`. */
function describePayload(entity: string, schemas: NamedSchemas): JsonObject {
  const name = `${toPascalCase(entity)}Payload`;
  if (schemas.has(name)) return reference("schemas", name);
  const declared = declaredEvents[entity];
  if (declared === undefined) return { type: "object" };
  const { payload = {} } = describeSchema(z.object({ payload: declared.payload }), "output", schemas)[
    "properties"
  ] as Record<string, JsonObject>;
  if ("$ref" in payload) return payload;
  schemas.set(name, payload);
  return reference("schemas", name);
}
