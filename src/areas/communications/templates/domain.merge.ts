import { MergeSource } from "../../../contract/merge-fields.ts";

/** `{{client.firstName}}`, or `{{client.firstName|friend}}` with what stands there without a value. */
const field = /\{\{([^{}|]{0,120})(?:\|([^{}]{0,200}))?\}\}/g;

/** The sources of a text with merge fields, each once, in order. */
export function listMergeSources(...texts: readonly (string | null)[]): string[] {
  const found = texts.flatMap((text) => Array.from((text ?? "").matchAll(field), ([, source = ""]) => source.trim()));
  return [...new Set(found)];
}

/** What is wrong with the merge fields of a text; null when nothing is. */
export function findMergeFault(text: string): string | null {
  const wrong = listMergeSources(text).find((source) => !MergeSource.safeParse(source).success);
  if (wrong !== undefined)
    return "must have merge fields such as {{client.firstName}}, {{custom.<key>}} or {{input.<key>|fallback}}";
  return /\{\{|\}\}/.test(text.replaceAll(field, "")) ? "must close each merge field: {{client.firstName}}" : null;
}

/**
 * A text with the values of its merge fields, or their fallbacks.
 *
 * @param values by source; null without a value
 * @returns `missing`: the sources that have neither
 */
export function fillMergeFields(
  text: string,
  values: ReadonlyMap<string, string | null>,
): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const filled = text.replaceAll(field, (_, given: string, fallback: string | undefined) => {
    const source = given.trim();
    const value = values.get(source) ?? fallback;
    if (value === undefined) missing.add(source);
    return value ?? "";
  });
  return { text: filled, missing: [...missing] };
}
