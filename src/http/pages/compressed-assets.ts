import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

const types: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/**
 * Sends a script or style sheet compressed; returns false if there is no compressed form or the client does not accept
 * it.
 */
export type AssetHandler = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/**
 * Reads the compressed files of the build. Only existing files have a path, so no other file can be reached.
 *
 * @param folder `.next/static`
 */
export function readCompressedAssets(folder: string): AssetHandler {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const assets: ReadonlyMap<string, Buffer> = new Map(
    names
      .filter((name) => name.endsWith(".br"))
      .map((name) => [`/_next/static/${name.slice(0, -".br".length)}`, readFileSync(join(folder, name))]),
  );
  return (request, response, path) => {
    const asset = assets.get(path);
    if (asset === undefined || !/\bbr\b/.test(request.headers["accept-encoding"]?.toString() ?? "")) return false;
    response.setHeader("Content-Type", types[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream");
    response.setHeader("Content-Encoding", "br");
    response.setHeader("Content-Length", asset.length);
    response.setHeader("Vary", "Accept-Encoding");
    // The file name contains a hash of the content.
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    response.end(request.method === "HEAD" ? undefined : asset);
    return true;
  };
}
