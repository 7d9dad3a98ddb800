import { hash } from "node:crypto";

/** SHA-256 of a text's UTF-8 bytes: 32 bytes. */
export function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/**
 * SHA-256 over a list of texts, so joined that no two different lists give the same text
 * (`["ab", "c"]` is not `["a", "bc"]`): JSON's own quoting is an unambiguous join.
 */
export function fingerprint(parts: readonly string[]): Buffer {
  return sha256(JSON.stringify(parts));
}

/**
 * The JSON Canonicalization Scheme (RFC 8785) of a value as JSON.parse makes it: members sorted by UTF-16 code
 * units at every level, arrays in their order, no white space, numbers and strings as ECMAScript writes them.
 * Two bodies that differ only in the order of members, in spacing or in escapes give the same text.
 *
 * Own code, because the scheme is JSON.stringify plus sorting, and because two cases of JSON.parse need another
 * answer than the RFC's rejection: `1e999` is read as Infinity, which must not look like null, and a lone surrogate
 * stays an escape. Recursive: the reader of the body has limited its depth to 32.
 * Throws a TypeError on what JSON.parse cannot make (undefined, bigint, function, symbol, Date and other classes).
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return JSON.stringify(value);
  // String(-0) is "0" and String(1e21) "1e+21", exactly as JSON.stringify; only Infinity differs.
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError("canonicalJson takes only what JSON.parse makes");
  }
  // Text is built directly: assigning to a new object would lose a member called __proto__ and reorder numeric names.
  const members = Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
