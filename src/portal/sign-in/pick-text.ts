/** The query of a page, as Next gives it. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

/** A value of the query that stands there once; else null. */
export function pickText(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
