/** How deep lists and objects of a body may nest. */
export const maxDepth = 32;
/** Drops a byte order mark at the beginning, as RFC 8259 8.1 allows: some Windows programs write one. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

export const jsonFaults = {
  utf8: "invalid UTF-8",
  depth: `must not nest deeper than ${maxDepth} levels`,
  syntax: "invalid JSON",
} as const;

export type ParsedJson = { value: unknown } | { fault: string };

/** Parses a body strictly: fatal UTF-8, depth at most 32 (checked before anything recursive), then JSON. Never throws. */
export function parseJson(bytes: Buffer): ParsedJson {
  const text = decodeUtf8(bytes);
  if (text === null) return { fault: jsonFaults.utf8 };
  if (exceedsDepth(text)) return { fault: jsonFaults.depth };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: jsonFaults.syntax };
  }
}

/** @returns null for what is not UTF-8 */
export function decodeUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Counts brackets outside strings, without recursion; for text that is not JSON the result is irrelevant. */
function exceedsDepth(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (character === "}" || character === "]") depth -= 1;
  }
  return false;
}
