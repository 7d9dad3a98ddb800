import { loopbackHosts } from "../environment-values.ts";

/** The origins whose pages may call us: the base URL's, and for a loopback name all names of the loopback. */
export function trustedOrigins(baseUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(baseUrl);
  if (!loopbackHosts.includes(hostname)) return [origin];
  return loopbackHosts.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}
