/** The query of a page's URL, in which a list keeps its filters. */
export interface UrlQuery {
  get: (name: string) => string | null;
}

/** A value of the URL if it has the form of such values; anybody can write a link. */
export function matchOrNull(value: string | null, form: RegExp): string | null {
  return value !== null && form.test(value) ? value : null;
}

/** The search `q` of the URL, at most as long as a search field accepts. */
export function readSearch(query: UrlQuery): string {
  return (query.get("q") ?? "").slice(0, 100);
}

export function writeUrlQuery(filters: Readonly<Record<string, string | null>>): string {
  return new URLSearchParams(omitNulls(filters) as Record<string, string>).toString();
}

/** A search as it is sent and kept: null if it is blank. */
export function nullIfBlank(search: string): string | null {
  return search.trim() === "" ? null : search;
}

/** The filters that are set, as a procedure's input. */
export function omitNulls<Filters extends object>(
  filters: Filters,
): { [Name in keyof Filters]?: Exclude<Filters[Name], null> } {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as {
    [Name in keyof Filters]?: Exclude<Filters[Name], null>;
  };
}
