/** What a declaration says of an operation that is to go (`OperationDeclaration.deprecated`). */
export interface Deprecation {
  /** Since when, as `YYYY-MM-DD`. */
  since: string;
  /** The day from which the operation may be gone, as `YYYY-MM-DD`: not before {@link noticeMonths} are over. */
  sunset?: string;
  /** The path below /api/v1 that replaces it. */
  successor: `/${string}`;
}

/** So many months lie at least between the announcement that an operation goes and its end. */
export const noticeMonths = 12;

/** The page that says what a deprecation means. */
const policyPath = "/docs/guides/versions";

/**
 * The headers of a deprecated operation's responses: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) if it has an end,
 * and `Link` to its successor and to the policy.
 *
 * @param basePath of the successor
 */
export function formatDeprecation(
  { since, sunset, successor }: Deprecation,
  basePath: string,
): { Deprecation: string; Sunset?: string; Link: string } {
  const links = [`<${basePath}${successor}>; rel="successor-version"`, `<${policyPath}>; rel="deprecation"`];
  if (sunset !== undefined) links.push(`<${policyPath}>; rel="sunset"`);
  return {
    Deprecation: `@${Date.parse(since) / 1_000}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
    Link: links.join(", "),
  };
}

/**
 * Checks a declared deprecation.
 *
 * @throws for days that are none, and for an end before {@link noticeMonths} are over
 */
export function validateDeprecation({ since, sunset }: Deprecation): void {
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + noticeMonths);
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (![since, sunset ?? since].every(isDay)) throw new Error("A deprecation has days as YYYY-MM-DD");
  if (sunset !== undefined && Date.parse(sunset) < earliest.getTime())
    throw new Error(`An operation that is deprecated since ${since} ends ${noticeMonths} months later at the earliest`);
}
