import { scopeCatalog } from "../contract/scopes.ts";
import { sha256 } from "../platform/crypto/digest.ts";
import { onBehalfOf, vendorOf, type ApiPrincipal } from "./principal.ts";

/** 36 bits of a right's digest: no two rights of one principal share a code by chance. */
const codeCharacters = 6;
const digestRight = (right: string) => sha256(right).toString("base64url").slice(0, codeCharacters);
const scopeCodes: ReadonlyMap<string, string> = new Map(
  [...scopeCatalog.keys()].map((scope) => [scope, digestRight(scope)]),
);
const encodeRight = (right: string) => scopeCodes.get(right) ?? digestRight(right);

/** Names such as `attorney:mem_…`, `cases:read`, `vendor:any`. */
function listReadingRights(principal: ApiPrincipal): string[] {
  const attorneyId = onBehalfOf(principal);
  return [
    ...principal.scopes,
    `vendor:${vendorOf(principal) ?? "any"}`,
    ...(attorneyId === null ? [] : [`attorney:${attorneyId}`]),
  ];
}

/**
 * What decides how much of a record an API principal reads: its scopes, its acting attorney, and the vendor to which it
 * is bound, if any. Stored with a response, so that its replay shows nothing that the caller may not read any more.
 *
 * @returns one text, a code for each right: their names were a third of the rows of stored responses
 */
export function encodeReadingRights(principal: ApiPrincipal): string[] {
  return [listReadingRights(principal).map(encodeRight).join("")];
}

/**
 * Whether the principal lacks one of the rights.
 *
 * @param stored of {@link encodeReadingRights}; a version before stored the names
 */
export function lacksReadingRight(principal: ApiPrincipal, stored: readonly string[]): boolean {
  const held = new Set(listReadingRights(principal).flatMap((right) => [right, encodeRight(right)]));
  const rights = stored.flatMap((text) => (text.includes(":") ? [text] : (text.match(/.{1,6}/g) ?? [])));
  return rights.some((right) => !held.has(right));
}
