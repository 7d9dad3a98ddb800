export type JsonObject = Record<string, unknown>;

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
