import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

/** More than any key set or discovery document needs. */
const maxBytes = 524_288;

/**
 * Reads a JSON document of the identity provider: bounded in time and size, without redirects and compression (Node's
 * global fetch would decompress without a bound).
 *
 * @returns the document of a 200 response
 * @throws if it is unavailable
 */
export async function readIssuerDocument(address: string, timeoutMilliseconds: number): Promise<Response> {
  const url = new URL(address);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(
      url,
      { signal, agent: false, headers: { Accept: "application/json", "Accept-Encoding": "identity" } },
      resolve,
    );
    request.once("error", reject);
    request.end();
  });
  if (response.statusCode !== 200 || !["", "identity"].includes(response.headers["content-encoding"] ?? "")) {
    response.destroy();
    throw new Error("the identity provider did not return a plain document");
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error("the identity provider's document is too large");
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { headers: { "Content-Type": "application/json" } });
}
