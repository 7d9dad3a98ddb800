import * as z from "zod";
import { isUnique, text } from "./values.ts";

interface Described {
  /** What one of the values is called where the parameter is rejected: `type`. */
  noun: string;
  /** Of the whole parameter, in characters. */
  maxLength: number;
  /** How many values it takes; as many as there are without. */
  most?: number;
  description: string;
  example: string;
}

/**
 * An optional query parameter with values of a closed set, separated by commas, each at most once: `client,case`.
 * Parsed, it is their list.
 */
export function commaSeparated<Value extends string>(
  value: z.ZodType<Value, Value>,
  { noun, maxLength, most, description, example }: Described,
) {
  const list = most === undefined ? z.array(value) : z.array(value).max(most);
  return text(1, maxLength)
    .transform((values) => values.split(","))
    .pipe(list.refine(isUnique, `must not contain a ${noun} twice`))
    .optional()
    .meta({ minLength: 1, maxLength, description, example });
}
