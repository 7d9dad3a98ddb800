/** The origins whose pages may call us: the base URL's, and for a loopback name all names of the loopback. */
export function trustedOrigins(baseUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(baseUrl);
  const loopbacks = ["localhost", "127.0.0.1", "[::1]"];
  if (!loopbacks.includes(hostname)) return [origin];
  return loopbacks.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}
