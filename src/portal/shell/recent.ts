const maxRecent = 5;
const maxAgeSeconds = 365 * 24 * 3600;

/** The organizations visited last, newest first, from the cookie: a browser remembers them across sessions. */
export function readRecent(cookies: string): string[] {
  const [, kept = ""] = /(?:^|;\s*)recent=([\w.-]*)/.exec(cookies) ?? [];
  return kept.split(".").filter((slug) => slug !== "");
}

/** The cookie after a visit. */
export function writeRecent(cookies: string, slug: string): string {
  const recent = [slug, ...readRecent(cookies).filter((each) => each !== slug)].slice(0, maxRecent);
  return `recent=${recent.join(".")}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`;
}
