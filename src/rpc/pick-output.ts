import assert from "node:assert/strict";
import type * as z from "zod";
import { JsonText } from "../contract/values/json-text.ts";
import { mapInTurns } from "../platform/event-loop-turn.ts";

/** Picks the declared members of a value; null where the value is used as it is. */
type Pick = ((value: unknown) => unknown) | null;

/** Under test every result is validated, so that an operation that returns something undeclared fails there. */
const validatesOutput = process.env["NODE_ENV"] === "test";

/**
 * Builds the function that reduces a result to the members of its schema, which is what `parse` returns for a valid
 * result. The rows of our own database are not validated at every response.
 */
export function createOutputPicker<Value>(schema: z.ZodType<Value>): (value: unknown) => Value {
  const pick = (pickerOf(schema) ?? ((value) => value)) as (value: unknown) => Value;
  if (!validatesOutput) return pick;
  return (value) => {
    const picked = pick(value);
    assert.deepEqual(picked, schema.parse(picked));
    return picked;
  };
}

/** The same for a response, whose lists may be long and of large records: it holds the event loop only shortly. */
export function createResponsePicker<Output extends object>(schema: z.ZodObject): (value: object) => Promise<Output> {
  const members = Object.entries(schema.shape).map(([name, member]) => ({
    name,
    pick: pickerOf(member),
    pickOne: pickerOfElements(member),
  }));
  return async (value) => {
    const source = value as Record<string, unknown>;
    const picked: Record<string, unknown> = {};
    for (const { name, pick, pickOne } of members) {
      const member = source[name];
      if (member === undefined) continue;
      if (Array.isArray(member) && pickOne !== null) picked[name] = await mapInTurns(member, pickOne);
      else picked[name] = pick === null ? member : pick(member);
    }
    if (validatesOutput) assert.deepEqual(picked, schema.parse(picked));
    return picked as Output;
  };
}

function pickerOfElements(schema: z.core.$ZodType): Pick {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "array" ? pickerOf(def.element) : null;
}

function pickerOf(schema: z.core.$ZodType): Pick {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return pickMembers(Object.entries(def.shape).map(([name, member]) => [name, pickerOf(member)]));
    case "array":
      return pickElements(pickerOf(def.element));
    case "nullable":
    case "optional":
      return unlessAbsent(pickerOf(def.innerType));
    case "record":
      return pickerOf(def.valueType) === null ? null : parseBy(schema);
    case "union":
      return pickOption(schema as z.core.$ZodUnion);
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "unknown":
      return null;
    default:
      // A default value, a union of other values than objects, or what may be JSON text: zod decides.
      return unlessText(parseBy(schema));
  }
}

const parseBy = (schema: z.core.$ZodType) => (value: unknown) => (schema as z.ZodType).parse(value);

function isObject(schema: z.core.$ZodType): schema is z.ZodObject {
  return schema._zod.def.type === "object";
}

/**
 * Picks by the first record of the union whose required members the value has, such as the full view of a case before
 * the summary.
 */
function pickOption(schema: z.core.$ZodUnion): Pick {
  const { def } = schema._zod;
  if ("discriminator" in def || !def.options.every(isObject)) return parseBy(schema);
  const options = def.options.filter(isObject).map((option) => ({
    required: Object.entries(option.def.shape).flatMap(([name, member]) =>
      (member as z.ZodType).safeParse(undefined).success ? [] : [name],
    ),
    pick: pickerOf(option),
  }));
  return (value) => {
    const source = value as Record<string, unknown>;
    const option = options.find(({ required }) => required.every((name) => source[name] !== undefined));
    return option?.pick?.(value) ?? parseBy(schema)(value);
  };
}

function pickMembers(members: readonly (readonly [name: string, pick: Pick])[]): Pick {
  return (value) => {
    const source = value as Record<string, unknown>;
    const picked: Record<string, unknown> = {};
    for (const [name, pick] of members) {
      const member = source[name];
      if (member !== undefined) picked[name] = pick === null ? member : pick(member);
    }
    return picked;
  };
}

function pickElements(pick: Pick): Pick {
  return pick === null ? null : (value) => (value as readonly unknown[]).map(pick);
}

/** JSON text has the declared members. Asking zod for each record of a page took longer than writing it. */
function unlessText(pick: (value: unknown) => unknown): Pick {
  return (value) => (value instanceof JsonText ? value : pick(value));
}

function unlessAbsent(pick: Pick): Pick {
  return pick === null ? null : (value) => (value === null || value === undefined ? value : pick(value));
}
