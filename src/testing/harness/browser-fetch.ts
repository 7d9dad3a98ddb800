/** Methods and headers that a page may send to another origin without asking (Fetch Standard 2.2.1 and 2.2.2). */
const simpleMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);
const simpleHeaders: ReadonlySet<string> = new Set(["accept", "accept-language", "content-language"]);
const simpleTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)(;|$)/;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A fetch that shows a client only what a browser would show to a page of the origin: it asks before requests that need
 * permission, and fails with a TypeError for a response that the origin may not read (CORS protocol, Fetch Standard 3.3
 * and 4.8). It sends no credentials, as `fetch` by default.
 *
 * @param sent collects what was asked and sent: `OPTIONS /oauth/token`
 */
export function createBrowserFetch(origin: string, fetchIt: Fetch, sent: string[] = []): Fetch {
  const send: Fetch = async (url, init = {}) => {
    sent.push(`${init.method ?? "GET"} ${new URL(url).pathname}`);
    const headers = new Headers(init.headers);
    headers.set("Origin", origin);
    return fetchIt(url, { ...init, headers });
  };
  return async (url, init = {}) => {
    const method = (init.method ?? "GET").toUpperCase();
    const named = listUnsafeHeaders(new Headers(init.headers), init.body);
    if (!simpleMethods.has(method) || named.length > 0) await askPermission(send, origin, { url, method, named });
    const response = await send(url, init);
    assertReadable(response, origin);
    return response;
  };
}

function listUnsafeHeaders(headers: Headers, body: RequestInit["body"]): string[] {
  if (body instanceof URLSearchParams && !headers.has("content-type"))
    headers.set("content-type", "application/x-www-form-urlencoded");
  return [...headers]
    .filter(([name, value]) =>
      name === "content-type" ? !simpleTypes.test(value) : !simpleHeaders.has(name.toLowerCase()),
    )
    .map(([name]) => name.toLowerCase());
}

async function askPermission(
  send: Fetch,
  origin: string,
  { url, method, named }: { url: string | URL; method: string; named: readonly string[] },
): Promise<void> {
  const preflight = await send(url, {
    method: "OPTIONS",
    headers: {
      "Access-Control-Request-Method": method,
      ...(named.length > 0 && { "Access-Control-Request-Headers": named.toSorted().join(",") }),
    },
  });
  assertReadable(preflight, origin);
  if (!preflight.ok) throw new TypeError(`Failed to fetch: the preflight responded with ${preflight.status}`);
  const allowed = (header: string) =>
    (preflight.headers.get(header) ?? "").split(",").map((each) => each.trim().toLowerCase());
  if (!simpleMethods.has(method) && !allowed("access-control-allow-methods").includes(method.toLowerCase()))
    throw new TypeError(`Failed to fetch: ${method} is not allowed`);
  const headers = allowed("access-control-allow-headers");
  const refused = named.filter((name) => !headers.includes(name));
  if (refused.length > 0) throw new TypeError(`Failed to fetch: ${refused.join(", ")} not allowed`);
}

function assertReadable({ headers, status }: Response, origin: string): void {
  const allowed = headers.get("access-control-allow-origin");
  if (allowed !== "*" && allowed !== origin)
    throw new TypeError(`Failed to fetch: the origin may not read the response (${status})`);
}
