import type { IncomingMessage } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { matchesNone } from "../../contract/revision.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import type { HttpResponse } from "../request/response.ts";

type Encoding = "br" | "gzip" | "identity";

/** One representation of a text; all responses send the same bytes. */
interface Representation {
  headers: Record<string, string>;
  bytes: Buffer;
}

export type ServedText = Readonly<Record<Encoding, Representation>>;

/** Compresses a text that is the same for everybody. Each representation has its own ETag. */
export function prepareText(text: string, contentType: string): ServedText {
  const plain = Buffer.from(text);
  const tag = sha256(plain.toString("utf8")).toString("base64url").slice(0, 22);
  const represent = (bytes: Buffer, encoding: Encoding): Representation => ({
    bytes,
    headers: {
      "Content-Type": contentType,
      ETag: encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`,
      "Cache-Control": "no-cache",
      Vary: "Accept-Encoding",
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    },
  });
  return {
    // Quality 11 takes 3 seconds for a few percent.
    br: represent(
      brotliCompressSync(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      }),
      "br",
    ),
    gzip: represent(gzipSync(plain, { level: 9 }), "gzip"),
    identity: represent(plain, "identity"),
  };
}

/** The representation that the request accepts; 304 if the client has it. */
export function respondWithText({ headers: sent }: IncomingMessage, text: ServedText): HttpResponse {
  const { headers, bytes } = text[chooseEncoding(sent["accept-encoding"]?.toString() ?? "")];
  if (matchesNone(sent["if-none-match"] ?? null, headers["ETag"] ?? "")) {
    const { "Content-Encoding": _encoding, ...kept } = headers;
    return { status: 304, headers: kept, body: "" };
  }
  return { status: 200, headers, body: "", bytes };
}

/** The smallest representation that Accept-Encoding allows; `identity` if it allows none. */
function chooseEncoding(accepted: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const allows = (encoding: Encoding) => (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
  if (allows("br")) return "br";
  return allows("gzip") || (weights.get("x-gzip") ?? 0) > 0 ? "gzip" : "identity";
}
