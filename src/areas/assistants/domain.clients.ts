import { ClientMetadata, type Client } from "./schema.ts";

/** What the ID of a client that registered itself begins with; the rest is its metadata. */
const mark = "mcp1.";

/** As long as a URL can be that carries it. */
const maxIdCharacters = 3_000;

export interface RegisteredClient extends Client {
  clientId: string;
}

/**
 * Registers a client without storing it: the ID is its metadata (RFC 7591 A.5.2). Registration is open to everybody, so
 * a signature would add nothing: who could change an ID could as well register the change. There are no rows that
 * anyone could fill up, and no registration ends before the client does.
 *
 * @returns null if the ID would be too long
 */
export function registerClient({
  redirect_uris: redirectUris,
  client_name: given = "",
}: ClientMetadata): RegisteredClient | null {
  const name = given === "" ? hostOf(redirectUris[0] ?? "") : given;
  const clientId = `${mark}${Buffer.from(JSON.stringify([name, ...redirectUris])).toString("base64url")}`;
  return clientId.length > maxIdCharacters ? null : { clientId, name, redirectUris };
}

/** The client of an ID that `registerClient` made, or could have made; null for any other text. */
export function readClientId(clientId: string): Client | null {
  if (!clientId.startsWith(mark) || clientId.length > maxIdCharacters) return null;
  const [client_name, ...redirect_uris] = parseList(Buffer.from(clientId.slice(mark.length), "base64url").toString());
  const { data } = ClientMetadata.safeParse({ client_name, redirect_uris });
  const client = data === undefined ? null : registerClient(data);
  // One client has one ID.
  return client?.clientId === clientId ? { name: client.name, redirectUris: client.redirectUris } : null;
}

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Whether a client may have the person sent there: exactly as registered; on the person's machine, at any port. */
export function ownsRedirectUri({ redirectUris }: Client, uri: string): boolean {
  return redirectUris.some(
    (registered) => registered === uri || (isOnMachine(uri) && withoutPort(registered) === withoutPort(uri)),
  );
}

/** Whether the URI is of a program on the person's own machine: RFC 8252 7.3, whose port is known when it listens. */
export function isOnMachine(uri: string): boolean {
  return new URL(uri).protocol === "http:";
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = "";
  return url.href;
}

export function hostOf(uri: string): string {
  return new URL(uri).host;
}
