import * as z from "zod";
import { areaOf, entityOf, eventEntityNames, eventTypeNames, eventTypes, readingScope } from "../../contract/event-types.ts";
import type { EventEntity } from "../../contract/event-types.ts";
import { exampleEvents } from "../../openapi/example-events.ts";
import { payloadSchemas } from "./domain.payloads.ts";
import type { EventTypeDescription } from "./schema.ts";

type JsonSchema = EventTypeDescription["payloadSchema"];

type Adapt = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

const adaptNode: Adapt = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema.additionalProperties;
  // Names of our own document; and `example` is no word of JSON Schema.
  const { id: _, example } = jsonSchema;
  delete jsonSchema.id;
  delete jsonSchema["example"];
  if (example !== undefined) jsonSchema.examples = [example];
};

/** Made once, when the process starts: the schemas do not change while it runs. */
const schemas = Object.fromEntries(eventEntityNames.map((entity) => [entity, writeJsonSchema(payloadSchemas[entity])])) as Record<EventEntity, JsonSchema>;

const descriptions: readonly EventTypeDescription[] = eventTypeNames.map((eventType) => {
  const entity = entityOf(eventType);
  return {
    eventType,
    entity,
    area: areaOf(entity),
    scope: readingScope(entity),
    description: eventTypes[eventType],
    payloadSchema: schemas[entity],
    example: exampleEvents[eventType],
  };
});

/** Every type of event, with the JSON Schema of its payload and an example. */
export function listEventTypes(): EventTypeDescription[] {
  return [...descriptions];
}

/**
 * A payload as JSON Schema 2020-12, whole in itself: references lead to its own `$defs`. It stays open for properties of later
 * versions, as answers do; only what was declared strict is closed.
 */
function writeJsonSchema(payload: z.ZodObject): JsonSchema {
  const { $schema, $ref, $defs = {}, ...root } = z.toJSONSchema(payload, { io: "output", override: adaptNode });
  // A record that has a name comes as a reference to it.
  const { [String($ref).replace("#/$defs/", "")]: named, ...parts } = $defs;
  return { $schema, ...root, ...named, ...(Object.keys(parts).length > 0 && { $defs: parts }) };
}
