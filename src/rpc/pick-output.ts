import type * as z from "zod";

/** Picks the declared members of a value; null where the value is used as it is. */
type Pick = ((value: unknown) => unknown) | null;

/**
 * Builds the function that reduces a result to the members of its schema, which is what `parse` returns for a valid result. The rows of
 * our own database are not validated at every response; under test they are (`declarations.ts`).
 */
export function createOutputPicker(schema: z.ZodType): (value: unknown) => unknown {
  return pickerOf(schema) ?? ((value) => value);
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
      return pickerOf(def.valueType) === null ? null : (value) => (schema as z.ZodType).parse(value);
    case "string": case "number": case "boolean": case "enum": case "literal": case "unknown":
      return null;
    default:
      // A union or a default value: zod decides.
      return (value) => (schema as z.ZodType).parse(value);
  }
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

function unlessAbsent(pick: Pick): Pick {
  return pick === null ? null : (value) => (value === null || value === undefined ? value : pick(value));
}
