import { createHash, hash } from "node:crypto";
import { createTurn } from "../event-loop-turn.ts";

export function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/**
 * SHA-256 over a list of texts, joined as JSON, so that different lists have different digests (`["ab", "c"]`, `["a",
 * "bc"]`).
 */
export function fingerprint(parts: readonly string[]): Buffer {
  return sha256(JSON.stringify(parts));
}

/**
 * {@link fingerprint} of the parts and the canonical JSON of a value, in turns of the event loop: the elements of lists
 * that are members of the value are written one by one.
 */
export async function fingerprintInTurns(parts: readonly string[], value: unknown): Promise<Buffer> {
  const digest = createHash("sha256");
  const turn = createTurn();
  // A list of texts as JSON, whose last text is written piece by piece.
  digest.update(`${JSON.stringify(parts).slice(0, -1)},"`);
  for (const piece of listCanonicalPieces(value)) {
    digest.update(JSON.stringify(piece).slice(1, -1));
    const pause = turn.end();
    if (pause !== undefined) await pause;
  }
  return digest.update('"]').digest();
}

/** {@link fingerprint} as base64url, without a Buffer, which takes as long as the digest of a short list. */
export function fingerprintText(parts: readonly string[]): string {
  return hash("sha256", JSON.stringify(parts), "base64url");
}

/**
 * The JSON Canonicalization Scheme (RFC 8785) of a value from JSON.parse: bodies that differ only in the order of
 * members, in spacing or in escapes have the same text.
 *
 * Own code, because two values of JSON.parse must not be rejected as in the RFC: `1e999` is Infinity, which must differ
 * from null, and a lone surrogate stays an escape. Recursive: the body's depth is limited to 32 before.
 *
 * @throws TypeError for values that JSON.parse cannot return
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return JSON.stringify(value);
  // String equals JSON.stringify for all numbers but Infinity.
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError("canonicalJson takes only what JSON.parse makes");
  }
  // Text is built directly: assigning to a new object would lose a member called __proto__ and reorder numeric names.
  const members = sortMembers(value).map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

function sortMembers(value: object): [string, unknown][] {
  return Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
}

/** Together {@link canonicalJson} of the value. */
function* listCanonicalPieces(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    yield canonicalJson(value);
    return;
  }
  let before = "{";
  for (const [name, member] of sortMembers(value)) {
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(member)) yield* listElements(member);
    else yield canonicalJson(member);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* listElements(list: readonly unknown[]): Generator<string> {
  for (const [index, element] of list.entries()) yield `${index === 0 ? "[" : ","}${canonicalJson(element)}`;
  yield list.length === 0 ? "[]" : "]";
}
