import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { listAllowedRevisions } from "../../contract/revision.ts";
import type { ExpectedRevisions } from "../../contract/revision.ts";

/**
 * The comparison of If-Match, for the WHERE of an update: true where the column holds a revision that the caller expects.
 * One list parameter, so that the statement's text is the same however many revisions are named.
 */
export function isExpected(column: "revision" | "version" | "g.revision", expected: ExpectedRevisions): RawBuilder<boolean> {
  const allowed = listAllowedRevisions(expected);
  return allowed === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ANY(${[...allowed]}::bigint[])`;
}

/** The same for a record whose ETag is the instant of its last change, in milliseconds. */
export function isExpectedInstant(column: "updatedAt", expected: ExpectedRevisions): RawBuilder<boolean> {
  const allowed = listAllowedRevisions(expected);
  return allowed === null ? sql<boolean>`true` : sql<boolean>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint = ANY(${[...allowed]}::bigint[])`;
}
