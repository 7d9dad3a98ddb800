import type { Outbound } from "../outbound-http/outbound.ts";
import type { SealServices } from "./library.ts";

/** A reply holds the server's certificates: about 6 kB. */
const maxReplyBytes = 64 * 1024;

/**
 * Asks a timestamp server (RFC 3161) for the time of a seal.
 *
 * @param stopping aborted when the process stops
 * @returns null where the operator set no server
 * @throws when it does not respond with a reply; the reply itself is read where the seal is made
 */
export function createTimestamps(
  outbound: Pick<Outbound, "post">,
  url: string | null,
  stopping: AbortSignal,
): SealServices["sendTimestampQuery"] {
  if (url === null) return null;
  return async (query) => {
    const { outcome, statusCode, body } = await outbound.post({
      url,
      headers: { accept: "application/timestamp-reply" },
      contentType: "application/timestamp-query",
      body: query,
      keptBytes: maxReplyBytes,
      signal: stopping,
    });
    if (outcome === "succeeded" && body !== undefined) return new Uint8Array(body);
    throw new Error(`the timestamp server did not stamp the seal: ${outcome}, status ${statusCode ?? "none"}`);
  };
}
