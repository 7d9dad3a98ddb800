import { sql, type RawBuilder } from "kysely";
import { listAllowedRevisions, type ExpectedRevisions } from "../../contract/revision.ts";

/**
 * The If-Match condition for the WHERE of an update. One list parameter, so that the statement's text is the same for
 * any number of revisions.
 */
export function isExpected(
  column: "revision" | "version" | "g.revision",
  expected: ExpectedRevisions,
): RawBuilder<boolean> {
  const allowed = listAllowedRevisions(expected);
  return allowed === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ANY(${[...allowed]}::bigint[])`;
}

/** The same for a record whose ETag is `updatedAt` in milliseconds. */
export function isExpectedInstant(column: "updatedAt", expected: ExpectedRevisions): RawBuilder<boolean> {
  const allowed = listAllowedRevisions(expected);
  return allowed === null
    ? sql<boolean>`true`
    : sql<boolean>`(extract(epoch FROM ${sql.ref(column)} AT TIME ZONE 'UTC') * 1000)::bigint = ANY(${[...allowed]}::bigint[])`;
}
