import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { basePath } from "../../contract/base-path.ts";
import { invalidInput } from "../../contract/errors/error-codes.ts";
import type { Scope } from "../../contract/scopes.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import { decodeCursor, encodeCursor, idPosition, smallNumberPosition } from "../../platform/database/lists/cursor.ts";
import { maxSearchWords } from "../../platform/database/lists/search-terms.ts";
import { toE164 } from "../../platform/phone-number.ts";
import { assertScopes } from "../../rpc/authorize.ts";
import { noteUsedScopes, type Context } from "../../rpc/context.ts";
import type { SearchPart } from "../../rpc/search.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import type { SearchQuery, SearchResult } from "./schema.ts";
import {
  findRanked,
  listRecent,
  places,
  readSearch,
  searchBounds,
  type FoundRecord,
  type SearchBounds,
  type SearchPage,
  type SearchPosition,
  type SearchTerms,
} from "./store.ts";

/** The last instant that PostgreSQL reads as JavaScript writes it, in milliseconds since 1970. */
const latest = Date.UTC(9999, 11, 31);

/** Where a page ended, when the first one was read, and in which types too many have the words for a ranking. */
const Place = z.strictObject({
  asOf: z.int().min(0).max(latest),
  common: z.array(smallNumberPosition).max(100),
  place: z.int().min(places.identified).max(places.changed),
  key: z.int().min(-latest).max(latest),
  type: smallNumberPosition,
  id: idPosition,
});
type Place = z.infer<typeof Place>;

interface Found extends SearchPosition {
  part: SearchPart;
  record: FoundRecord;
}

/**
 * A page of the records of all types, or of the chosen ones, that have the words: first those of which a number, an
 * external ID, an ID, an e-mail address or a phone number is the search, then those whose name has all words, then the
 * others; each most recently changed first. A page of words that very many records have may have fewer results than
 * there are, or none: then the next one goes on.
 *
 * @param bounds how much a page reads
 * @returns also the types that the key does not read
 * @throws FORBIDDEN for a chosen type without its scope; VALIDATION_FAILED for a search without words or with too many,
 *   and for a foreign cursor
 */
export async function search(
  context: Context,
  parts: readonly SearchPart[],
  { q, types, after, limit }: SearchQuery,
  bounds: SearchBounds = searchBounds,
): Promise<{ results: SearchResult[]; omitted: { type: string; scope: Scope }[]; nextCursor: string | null }> {
  const { organizationId } = context;
  const { read, omitted } = chooseParts(context, parts, types);
  const { words, joined, now } = await readSearch(context, q);
  const terms = describeTerms(q, words, joined);
  // What is searched for is only in the digest of the cursor's check.
  const name = `search ${sha256(JSON.stringify([q, types])).toString("base64url")}`;
  const list = { organizationId, name, position: Place };
  const from = after === undefined ? null : decodeCursor(list, after);
  const { asOf, common: known } = from ?? { asOf: now, common: [] };
  const window = { asOf, common: known, after: from, limit: limit + 1, bounds };
  const { found, common, end } = await findInTypes(context, read, terms, window);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : end;
  const nextCursor =
    last === undefined || last === null ? null : encodeCursor(list, { asOf, common, ...toPosition(last) });
  return { results: rows.map(describeResult), omitted, nextCursor };
}

const toPosition = ({ place, key, type, id }: SearchPosition): SearchPosition => ({ place, key, type, id });

interface PlacedPart {
  part: SearchPart;
  /** Its position among all, which does not depend on the caller. */
  type: number;
}

function chooseParts(context: Context, parts: readonly SearchPart[], types: SearchQuery["types"]) {
  const chosen = parts
    .map((part, type): PlacedPart => ({ part, type }))
    .filter(({ part }) => types === undefined || types.includes(part.type));
  if (types !== undefined)
    assertScopes(
      context,
      chosen.map(({ part }) => part.scope),
    );
  const lacking = chosen.filter(({ part }) => !context.principal.scopes.has(part.scope)).map(({ part }) => part);
  const read = chosen.filter(({ part }) => !lacking.includes(part));
  noteUsedScopes(
    context,
    read.map(({ part }) => part.scope),
  );
  return {
    read,
    omitted: lacking.map(({ type, scope }) => ({ type, scope })),
  };
}

/** @throws VALIDATION_FAILED for no words or too many */
function describeTerms(q: string, found: readonly string[], joined: readonly string[]): SearchTerms {
  const text = q.trim();
  if (found.length === 0) throw invalidInput({ path: "q", message: "must contain a letter or a digit" });
  if (found.length > maxSearchWords)
    throw invalidInput({ path: "q", message: `must be at most ${maxSearchWords} words` });
  return {
    text,
    email: text.toLowerCase(),
    phone: toE164(text),
    forms: (isDeepStrictEqual(found, joined) ? [found] : [found, joined]).map((words) => ({
      words: words.slice(0, -1),
      beginning: words.at(-1) ?? "",
    })),
  };
}

interface Window extends Omit<SearchPage, "type"> {
  common: number[];
}

/**
 * A page's results in all types, in order. The first page finds in which types too many have the words for a ranking;
 * later pages know it from the cursor.
 *
 * @returns `end` where walks ended before the page was full: the first of their ends, behind which nothing is found
 */
async function findInTypes(
  context: Context,
  read: readonly PlacedPart[],
  terms: SearchTerms,
  { common: known, ...window }: Window,
): Promise<{ found: Found[]; common: number[]; end: SearchPosition | null }> {
  const isFirst = window.after === null;
  const ranksOf = (type: number) => {
    if (isFirst) return "few";
    return known.includes(type) ? "none" : "all";
  };
  const ranked = await settleInOrder(
    ...read.map(({ part, type }) => findRanked(context, part, terms, { ...window, type, ranks: ranksOf(type) })),
  );
  const common = isFirst ? read.flatMap(({ type }, index) => (ranked[index]?.isCommon === true ? [type] : [])) : known;
  const walked = read.filter(({ part, type }) => part.hasWords === true && common.includes(type));
  const recent = await settleInOrder(
    ...walked.map(({ part, type }) => listRecent(context, part, terms, { ...window, type })),
  );
  const place = ({ part, type }: PlacedPart, records: readonly FoundRecord[]): Found[] =>
    records.map((record) => ({ part, record, type, place: record.place, key: record.key, id: record.id }));
  const found = [
    ...read.flatMap((each, index) => place(each, ranked[index]?.records ?? [])),
    ...walked.flatMap((each, index) => place(each, recent[index]?.records ?? [])),
  ];
  const [end = null] = recent.flatMap((walk) => walk.end ?? []).toSorted(comparePositions);
  // Behind the end of a walk there may be records of its type that come first.
  const inOrder = found.filter((each) => end === null || comparePositions(each, end) <= 0);
  return { found: inOrder.toSorted(comparePositions).slice(0, window.limit), common, end };
}

function comparePositions(one: SearchPosition, other: SearchPosition): number {
  const difference = one.place - other.place || one.key - other.key || one.type - other.type;
  if (difference !== 0 || one.id === other.id) return difference;
  const isBefore = one.place === places.changed ? one.id < other.id : one.id > other.id;
  return isBefore ? -1 : 1;
}

function describeResult({ part, record }: Found): SearchResult {
  const { id, title, subtitle, number, matchedField, updatedAt } = record;
  const url = `${basePath}${part.path.replace("{id}", id)}`;
  return { type: part.type, id, title, subtitle, number, matchedField, url, updatedAt };
}
