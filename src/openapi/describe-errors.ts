import { errorDescription, errorStatus, internalErrorMessage, type ErrorCode } from "../contract/errors/error-codes.ts";
import { reference, toPascalCase, type JsonObject } from "./json.ts";

/** No operation has the 405 of a method that its path does not have. */
const codes = (Object.keys(errorStatus) as ErrorCode[]).filter((code) => code !== "METHOD_NOT_ALLOWED");

/** `STALE_REVISION` is `StaleRevisionError`. */
function nameError(code: ErrorCode): string {
  const name = toPascalCase(code.toLowerCase());
  return name.endsWith("Error") ? name : `${name}Error`;
}

/**
 * One schema for each code: a response names the codes that its status can have. Each is whole, without `allOf`:
 * openapi-zod-client writes a union with a discriminator, which takes no intersections.
 */
export const errorSchemas: ReadonlyMap<string, JsonObject> = new Map(
  codes.map((code) => [
    nameError(code),
    {
      type: "object",
      description: errorDescription[code],
      required: ["success", "error", "code"],
      additionalProperties: false,
      properties: {
        success: { type: "boolean", const: false },
        error: { type: "string", description: `For people. For every 5xx it is \`${internalErrorMessage}\`.` },
        code: { type: "string", const: code, description: "Stable: use it in your code." },
      },
    },
  ]),
);

/** The error with one of these codes. */
export function referToError(possible: readonly ErrorCode[]): JsonObject {
  const [first, ...others] = possible.map((code) => reference("schemas", nameError(code)));
  if (first !== undefined && others.length === 0) return first;
  const mapping = Object.fromEntries(possible.map((code) => [code, `#/components/schemas/${nameError(code)}`]));
  return { oneOf: [first, ...others], discriminator: { propertyName: "code", mapping } };
}
