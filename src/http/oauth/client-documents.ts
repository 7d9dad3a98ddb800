import { ClientMetadata, hostOf, type Client } from "../../composition/assistant-door.ts";
import * as z from "zod";
import { validateWebhookUrl } from "../../contract/webhooks/url.ts";
import type { Outbound } from "../../platform/outbound-http/outbound.ts";
import { parseJson } from "../../rpc/call/parse-json.ts";

/** draft-ietf-oauth-client-id-metadata-document 6.6 recommends this limit. */
const maxBytes = 5_120;
const keptMilliseconds = 300_000;
/** More clients than people connect at once; the oldest is forgotten first. */
const maxDocuments = 1_000;

/** A client that publishes its metadata, at the URL that is its ID. */
interface PublishedClient extends Client {
  publishedBy: string;
}

/** The metadata of clients whose ID is a URL, read from there. */
export interface ClientDocuments {
  /** The metadata if it was read within five minutes; undefined if it must be read; null if it was not valid. */
  peek(clientId: string): PublishedClient | null | undefined;
  /** Reads it, bounded in time and size, from the public internet alone; null if there is none that is valid. */
  read(clientId: string, signal: AbortSignal): Promise<PublishedClient | null>;
}

const Document = ClientMetadata.extend({ client_id: z.string() });

/**
 * Whether a client's ID is the URL of its metadata: https, with a path, and written plainly, so that it is read at the
 * host that people see.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > 500 || validateWebhookUrl(clientId) !== null) return false;
  const { pathname, search, href } = new URL(clientId);
  return pathname !== "/" && search === "" && href === clientId;
}

export function createClientDocuments(outbound: Pick<Outbound, "get">): ClientDocuments {
  const known = new Map<string, { client: PublishedClient | null; until: number }>();
  return {
    peek: (clientId) => {
      const found = known.get(clientId);
      return found === undefined || found.until < Date.now() ? undefined : found.client;
    },
    read: async (clientId, signal) => {
      const { outcome, body } = await outbound.get({
        url: clientId,
        headers: { Accept: "application/json" },
        keptBytes: maxBytes,
        signal,
      });
      const client = outcome === "succeeded" && body !== undefined ? readDocument(clientId, body) : null;
      known.delete(clientId);
      const [oldest] = known.keys();
      if (known.size >= maxDocuments && oldest !== undefined) known.delete(oldest);
      known.set(clientId, { client, until: Date.now() + keptMilliseconds });
      return client;
    },
  };
}

/** The document must name the URL at which it is: section 3 of the draft. */
function readDocument(clientId: string, body: Buffer): PublishedClient | null {
  const parsed = parseJson(body);
  const { data } = Document.safeParse("value" in parsed ? parsed.value : undefined);
  if (data?.client_id !== clientId) return null;
  const publishedBy = hostOf(clientId);
  const { client_name: name = "", redirect_uris: redirectUris } = data;
  return { name: name === "" ? publishedBy : name, redirectUris, publishedBy };
}
