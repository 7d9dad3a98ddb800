import { createTurn, type Turn } from "../../platform/event-loop-turn.ts";
import { decodeUtf8, jsonFaults, maxDepth, parseJson, type ParsedJson } from "./parse-json.ts";

/** Below it, a text is parsed at once. */
const smallBytes = 65_536;
/** Of an element, and of all else: as much as a body without many elements. */
const maxPartLength = 1_048_576;
/** Characters that are read between two looks at the time. */
const blockLength = 16_384;

const whiteSpace = new Set(Array.from(" \t\n\r", (character) => character.charCodeAt(0)));
const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = Array.from(
  '"\\,[]{}',
  (character) => character.charCodeAt(0),
);

/**
 * {@link parseJson} in turns of the event loop, for an object with a list of thousands of elements: each element of a
 * list that is a member of the object is parsed by itself, and the rest with numbers in their places. A list in JSON
 * takes any value at each place, so the whole is JSON if its parts are.
 *
 * @returns as parseJson; a fault also for an element, or a rest, of more than 1 MiB
 */
export async function parseJsonInTurns(bytes: Buffer): Promise<ParsedJson> {
  if (bytes.length <= smallBytes) return parseJson(bytes);
  const text = decodeUtf8(bytes);
  if (text === null) return { fault: jsonFaults.utf8 };
  const turn = createTurn();
  const parts = await divide(text, turn);
  if ("fault" in parts) return parts;
  const { rest, elements } = parts;
  if ([rest, ...elements].some(({ length }) => length > maxPartLength))
    return { fault: "must be at most 1 MiB in each element of a list, and besides these" };
  try {
    const parsed: unknown[] = [];
    for (const element of elements) {
      parsed.push(JSON.parse(element));
      const pause = turn.end();
      if (pause !== undefined) await pause;
    }
    return { value: putBack(JSON.parse(rest), parsed) };
  } catch {
    return { fault: jsonFaults.syntax };
  }
}

interface Parts {
  /** The text with a number in the place of each element, counted from 0. */
  rest: string;
  elements: string[];
}

/** Finds the elements of the lists that are members of the object. Of what is not JSON the result is irrelevant. */
async function divide(text: string, turn: Turn): Promise<Parts | { fault: string }> {
  const divider = new Divider(text);
  for (let from = 0; from < text.length && divider.fault === null; from += blockLength) {
    divider.read(from, Math.min(from + blockLength, text.length));
    const pause = turn.end();
    if (pause !== undefined) await pause;
  }
  return divider.fault === null ? divider.end() : { fault: divider.fault };
}

class Divider {
  fault: string | null = null;
  private readonly elements: string[] = [];
  private readonly rest: string[] = [];
  /** What is not yet in `rest` begins here. */
  private kept = 0;
  /** Where the element begins that is read; -1 outside of the lists. */
  private begin = -1;
  private depth = 0;
  private isObject = false;
  private isInString = false;
  private isEscaped = false;

  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      const code = this.text.charCodeAt(index);
      if (this.isInString) this.readInString(code);
      else if (code === quote) this.isInString = true;
      else if (code === openBracket || code === openBrace) this.open(code, index);
      else if (code === closeBracket || code === closeBrace) this.close(code, index);
      else if (code === comma && this.isInList()) {
        this.endElement(index);
        this.begin = index + 1;
      }
    }
  }

  end(): Parts {
    this.rest.push(this.text.slice(this.kept, findEnd(this.text)));
    return { rest: this.rest.join(""), elements: this.elements };
  }

  private readInString(code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === backslash) this.isEscaped = true;
    else if (code === quote) this.isInString = false;
  }

  private isInList(): boolean {
    return this.depth === 2 && this.begin !== -1;
  }

  private open(code: number, index: number): void {
    this.depth += 1;
    if (this.depth > maxDepth) this.fault ??= jsonFaults.depth;
    if (this.depth === 1) this.isObject = code === openBrace;
    if (this.depth === 2 && this.isObject && code === openBracket) this.begin = index + 1;
  }

  private close(code: number, index: number): void {
    if (this.isInList()) {
      if (code === closeBrace) this.fault ??= jsonFaults.syntax;
      // A list without elements has none; one that ends with a comma has an empty one, which is no JSON.
      const isFirst = this.text.charCodeAt(this.begin - 1) === openBracket;
      if (!isFirst || this.text.slice(this.begin, index).trim() !== "") this.endElement(index);
      this.begin = -1;
    }
    this.depth -= 1;
  }

  private endElement(end: number): void {
    this.rest.push(this.text.slice(this.kept, this.begin), String(this.elements.length));
    this.elements.push(this.text.slice(this.begin, end));
    this.kept = end;
  }
}

/** Where trailing white space begins. */
function findEnd(text: string): number {
  let end = text.length;
  while (whiteSpace.has(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

function putBack(value: unknown, elements: readonly unknown[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  for (const list of Object.values(value) as unknown[])
    if (Array.isArray(list)) for (const [place, number] of list.entries()) list[place] = elements[Number(number)];
  return value;
}
