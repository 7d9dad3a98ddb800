const codes = (text: string): ReadonlySet<number> => new Set(Buffer.from(text, "latin1"));
const whitespace = codes("\0\t\n\f\r ");
/** What ends a name or an operator (ISO 32000-2, 7.2.3). */
const delimiters = codes("\0\t\n\f\r ()<>[]{}/%");
const [save, restore, space] = Buffer.from("qQ ");

/**
 * The content of a page with as many `q` as `Q`, so that what is drawn behind it begins with the page's own graphics
 * state: a `Q` that restores nothing is dropped, and a state that is left open is closed. Some readers pass over such a
 * `Q`, and poppler shows nothing that follows it.
 *
 * @param content decoded; all its streams with white space between them
 * @returns null for content that is balanced
 */
export function balanceStates(content: Uint8Array): Uint8Array | null {
  const balanced = Buffer.from(content);
  let open = 0;
  let dropped = 0;
  for (const { start, end } of listOperators(content)) {
    if (end - start !== 1) continue;
    if (content[start] === save) open += 1;
    if (content[start] !== restore) continue;
    if (open > 0) open -= 1;
    else {
      balanced[start] = space ?? 0;
      dropped += 1;
    }
  }
  return open + dropped === 0 ? null : Buffer.concat([balanced, Buffer.from("\nQ".repeat(open))]);
}

/** Where words stand that are no names and in no string, comment or inline image: operators, and numbers among them. */
function* listOperators(content: Uint8Array): Iterable<{ start: number; end: number }> {
  let at = 0;
  while (at < content.length) {
    const sign = String.fromCharCode(content[at] ?? 0);
    if (sign === "%") at = endOf(content, at, (byte) => byte === 0x0a || byte === 0x0d);
    else if (sign === "(") at = endOfString(content, at);
    else if (sign === "<" && content[at + 1] !== 0x3c) at = endOf(content, at, (byte) => byte === 0x3e);
    else if (sign === "/") at = endOf(content, at + 1, (byte) => delimiters.has(byte));
    else if (delimiters.has(content[at] ?? 0)) at += sign === "<" ? 2 : 1;
    else {
      const end = endOf(content, at, (byte) => delimiters.has(byte));
      yield { start: at, end };
      const isImage = end - at === 2 && content[at] === 0x49 && content[at + 1] === 0x44;
      at = isImage ? endOfImage(content, end) : end;
    }
  }
}

/** The first place from here on that is such a byte; the end of the content without one. */
function endOf(content: Uint8Array, from: number, isEnd: (byte: number) => boolean): number {
  let at = from;
  while (at < content.length && !isEnd(content[at] ?? 0)) at += 1;
  return at;
}

/** Parentheses in a string are in pairs, or behind a backslash. */
function endOfString(content: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at += 1) {
    if (content[at] === 0x5c) at += 1;
    else if (content[at] === 0x28) depth += 1;
    else if (content[at] === 0x29) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return content.length;
}

/** The bytes of an inline image end with `EI` between white space. */
function endOfImage(content: Uint8Array, from: number): number {
  const isSpace = (at: number) => at >= content.length || whitespace.has(content[at] ?? 0);
  for (let at = from; at < content.length; at += 1) {
    if (content[at] === 0x45 && content[at + 1] === 0x49 && isSpace(at - 1) && isSpace(at + 2)) return at + 2;
  }
  return content.length;
}
