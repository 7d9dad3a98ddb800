import * as z from "zod";
import type { EventDeclaration } from "../../contract/events/event-declaration.ts";
import { entityOf, eventTypeNames, type EventType } from "../../contract/events/event-types.ts";
import { writePortably } from "../../contract/values/portable-pattern.ts";
import { writeExampleEvent } from "./domain.example-events.ts";
import type { EventRecord, EventTypeDescription } from "./schema.ts";

export interface EventCatalog {
  types: readonly EventTypeDescription[];
  /** One example event per type, unredacted. */
  examples: Readonly<Record<EventType, EventRecord>>;
}

type JsonSchema = EventTypeDescription["payloadSchema"];

type Adapt = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

const adaptNode: Adapt = ({ zodSchema, jsonSchema }) => {
  writePortably(jsonSchema);
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema.additionalProperties;
  // These names refer to our own document, and JSON Schema has no `example`.
  const { id: _, example } = jsonSchema;
  delete jsonSchema.id;
  delete jsonSchema["example"];
  if (example !== undefined) jsonSchema.examples = [example];
};

/** The declared event types in the order of `contract/events/event-catalog.generated.ts`; a test compares the two. */
export function describeEvents(declared: Readonly<Record<string, EventDeclaration>>): EventCatalog {
  const schemas = new Map(Object.values(declared).map(({ entity, payload }) => [entity, writeJsonSchema(payload)]));
  const described = eventTypeNames.flatMap((eventType, index) => {
    const declaration = declared[entityOf(eventType)];
    const type = declaration?.types[eventType];
    const payloadSchema = schemas.get(entityOf(eventType));
    if (declaration === undefined || type === undefined || payloadSchema === undefined) return [];
    const { entity, area, scope } = declaration;
    const example = writeExampleEvent(declaration, eventType, type.example, index);
    const { description, successor = null } = type;
    return [{ eventType, entity, area, scope, description, successor, payloadSchema, example }];
  });
  return {
    types: described,
    examples: Object.fromEntries(
      described.map(({ eventType, example }) => [eventType, example]),
    ) as EventCatalog["examples"],
  };
}

/**
 * A payload as self-contained JSON Schema 2020-12. Objects stay open for properties of later versions unless declared
 * strict.
 */
function writeJsonSchema(payload: z.ZodObject): JsonSchema {
  const { $schema, $ref, $defs = {}, ...root } = z.toJSONSchema(payload, { io: "output", override: adaptNode });
  const { [String($ref).replace("#/$defs/", "")]: named, ...parts } = $defs;
  return { $schema, ...root, ...named, ...(Object.keys(parts).length > 0 && { $defs: parts }) };
}
