import { readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { AssetHandler } from "./compressed-assets.ts";

/** Where pdf.js fetches what it loads by itself (`portal/ui/pdf/open-pdf.ts`). */
const base = "/pdfjs";

/** Which files of the package are served. The fallbacks decode images without WebAssembly, which the policy forbids. */
const served: readonly (readonly [folder: string, names: RegExp])[] = [
  ["legacy/build", /^pdf\.worker\.min\.mjs$/],
  ["standard_fonts", /\.(pfb|ttf)$/],
  ["cmaps", /\.bcmap$/],
  ["wasm", /_nowasm_fallback\.js$/],
];

/**
 * The policy of the worker: its own scripts, and nothing of another origin. A worker has the policy of its own response
 * rather than that of its page.
 */
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";

const compress = promisify(brotliCompress);
/** A worker of 1.2 MB takes 60 ms in a thread at this level, and 2 s at the highest for a tenth fewer bytes. */
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Serves the files of pdf.js under its version. Only files that exist have a path; each is read and compressed when it
 * is first requested.
 *
 * @param projectFolder the one with `node_modules`
 */
export function readPdfViewer(projectFolder: string): AssetHandler {
  const folder = join(projectFolder, "node_modules", "pdfjs-dist");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const files = new Map(
    served.flatMap(([within, names]) =>
      readdirSync(join(folder, within))
        .filter((name) => names.test(name))
        .map((name) => [`${base}/${version}/${within}/${name}`, join(folder, within, name)]),
    ),
  );
  const compressed = new Map<string, Promise<Buffer>>();
  const fetchFile = (file: string) => {
    const known = compressed.get(file);
    if (known !== undefined) return known;
    const read = readFile(file).then((bytes) => compress(bytes, level));
    compressed.set(file, read);
    read.catch(() => compressed.delete(file));
    return read;
  };
  return (request, response, path) => {
    const file = files.get(path);
    if (file === undefined) return false;
    const isCompressed = /\bbr\b/.test(request.headers["accept-encoding"]?.toString() ?? "");
    (isCompressed ? fetchFile(file) : readFile(file)).then(
      (bytes) => {
        response.statusCode = 200;
        response.setHeader(
          "Content-Type",
          path.endsWith("js") ? "text/javascript; charset=utf-8" : "application/octet-stream",
        );
        if (isCompressed) response.setHeader("Content-Encoding", "br");
        response.setHeader("Content-Length", bytes.length);
        response.setHeader("Content-Security-Policy", policy);
        response.setHeader("Vary", "Accept-Encoding");
        // The path has the version.
        response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
        response.end(request.method === "HEAD" ? undefined : bytes);
      },
      () => response.destroy(),
    );
    return true;
  };
}
