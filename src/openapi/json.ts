export type JsonObject = Record<string, unknown>;

/** A JSON Schema of the document: the keywords that what reads it looks at, and any other. */
export interface JsonSchema extends JsonObject {
  $ref?: string;
  /** Several in 3.1 alone. */
  type?: string | string[];
  format?: unknown;
  description?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** A pointer to a shared part of the document: `reference("schemas", "Client")`. */
export function reference(
  kind: "schemas" | "responses" | "headers" | "parameters" | "examples",
  name: string,
): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** `case.stage_changed` as a schema's name: `CaseStageChanged`. */
export function toPascalCase(words: string): string {
  return words.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
