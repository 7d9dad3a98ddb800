/**
 * Adds server options (`-c name=value`) to a PostgreSQL URL, after its own, so that they win. In pg, only the URL
 * overrides every other setting.
 */
export function withServerOptions(url: string, options: string): string {
  const parsed = new URL(url);
  const present = parsed.searchParams.get("options");
  parsed.searchParams.delete("options");
  const joined = encodeURIComponent(present === null ? options : `${present} ${options}`);
  // URLSearchParams would write spaces as "+", which libpq does not decode.
  parsed.search = parsed.search === "" ? `?options=${joined}` : `${parsed.search}&options=${joined}`;
  return parsed.toString();
}

/** The URL with the user and the password of another one. */
export function withCredentials(url: string, { username, password }: Pick<URL, "username" | "password">): string {
  return Object.assign(new URL(url), { username, password }).toString();
}

/** Has Citus send what is set with SET LOCAL to the nodes, where row-level security compares with it. */
const distributedOption = "-c citus.propagate_set_commands=local";

/** The URL of a database whose tables are on several nodes. Settings are sent to it as messages of their own. */
export function markDistributed(url: string): string {
  return isDistributed(url) ? url : withServerOptions(url, distributedOption);
}

export function isDistributed(url: string): boolean {
  return new URL(url).searchParams.get("options")?.includes(distributedOption) === true;
}

/** The URL of another database of the same server. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.toString();
}

export function nameDatabase(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
