import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import next from "next";
import { readCompressedAssets } from "./compressed-assets.ts";
import { createNonce, describeDevelopmentPolicy, describePageHeaders, describePolicy } from "./content-policy.ts";
import { findUnknownScreens, isNavigationOf } from "./page-status.ts";
import { readPdfViewer } from "./pdf-viewer.ts";
import { collectSchemas, findArea, readDocument } from "../../reference/document.ts";
import { findGuide, readChapters, readGuides } from "../../reference/guides.ts";
import { publishReference } from "../../reference/published.ts";
import { methodNotAllowed, splitTarget } from "../../rpc/call/route.ts";
import type { PageListener } from "../server.ts";

const projectFolder = join(import.meta.dirname, "..", "..", "..");

/** Next's internal headers. Browsers never send them; a forged one makes Next skip, rewrite or redirect. */
const innerHeader =
  /^(?:x-middleware-|x-invoke-|x-nextjs-|x-next-|x-matched-path$|x-now-|x-vercel-|x-prerender-|x-action-|next-action|next-resume$|x-forwarded-host$|forwarded$|content-security-policy)/;

/** Headers of Next's client navigation, always with `_rsc` in the query; without it Next would redirect. */
const navigationHeader = /^(?:rsc$|next-router-|next-url$)/;

/**
 * Prepares Next to serve every path outside /api. In production it serves the build in `.next`.
 *
 * @param mode "development" compiles pages on request and reloads them when they change
 * @param baseUrl the public URL: with https, responses have Strict-Transport-Security
 */
export async function preparePages(
  mode: "development" | "production",
  baseUrl: string,
): Promise<{ listener: PageListener; close(): Promise<void> }> {
  const dev = mode === "development";
  const pages = next({
    dev,
    dir: projectFolder,
    quiet: !dev,
    // Next attaches an upgrade handler to the server that it gets. Production needs none, so it gets one that never
    // listens.
    ...(!dev && { httpServer: createServer() }),
  });
  publishReference({ readDocument, findArea, collectSchemas, readChapters, readGuides, findGuide });
  await pages.prepare();
  const respondWithPage = pages.getRequestHandler();
  const writePolicy = dev ? describeDevelopmentPolicy : describePolicy;
  const isUnknownScreen = dev ? () => false : findUnknownScreens(readRoutes());
  const respondWithAsset = dev ? () => false : readCompressedAssets(join(projectFolder, ".next", "static"));
  const respondWithPdfViewer = readPdfViewer(projectFolder);
  const listener: PageListener = (request, response, reject) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && !(dev && isOfDevelopment(request))) return reject(methodNotAllowed("GET, HEAD"));
    cleanRequest(request);
    const [path] = splitTarget(request.url);
    const policy = writePolicy(createNonce());
    response.setHeaders(new Map(Object.entries(describePageHeaders(policy, baseUrl))));
    if (respondWithPdfViewer(request, response, path)) return;
    if (isUnknownScreen(path) && !isNavigationOf(request)) response.statusCode = 404;
    // Assets have a hash in their name and can be cached. A page is for one person and one nonce.
    if (!path.startsWith("/_next/")) {
      response.setHeader("Cache-Control", "no-store");
      // Next reads the nonce for its scripts from this header.
      request.headers["content-security-policy"] = policy;
    }
    return respondWithAsset(request, response, path) ? undefined : respondWithPage(request, response);
  };
  return { listener, close: () => pages.close() };
}

/** The patterns of all pages, from Next's build. */
function readRoutes(): string[] {
  return Object.values(
    JSON.parse(readFileSync(join(projectFolder, ".next", "app-path-routes-manifest.json"), "utf8")) as Record<
      string,
      string
    >,
  );
}

function isOfDevelopment({ url = "" }: IncomingMessage): boolean {
  return url.startsWith("/_next/") || url.startsWith("/__nextjs");
}

/** Removes headers that only Next itself may set. */
function cleanRequest(request: IncomingMessage): void {
  const { headers } = request;
  const [path] = splitTarget(request.url);
  // A URL has one spelling. Next would redirect `//host/`, and `//host` is another site.
  if (/\\|\/\/|%5c|%2f|%00/i.test(path)) request.url = "/not-found";
  const isNavigation = isNavigationOf(request);
  for (const name of Object.keys(headers)) {
    if (innerHeader.test(name) || (!isNavigation && navigationHeader.test(name))) delete headers[name];
  }
}
