import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import next from "next";
import { AppError } from "../contract/error-codes.ts";
import { readEnvironment } from "../platform/environment.ts";
import { describeRefusal } from "./respond.ts";
import type { PageListener } from "./server.ts";
import { writeAnswer } from "./write-answer.ts";

const projectFolder = join(import.meta.dirname, "..", "..");

/** What steers Next from within and no browser sends: forged, it makes Next skip, rewrite or redirect. */
const innerHeader = /^(?:x-middleware-|x-invoke-|x-nextjs-|x-next-|x-matched-path$|x-now-|x-vercel-|x-prerender-|x-action-|next-action|next-resume$|x-forwarded-host$|forwarded$)/;

/** What Next's own navigation sends, always with `_rsc` in the query; without it Next would redirect. */
const navigationHeader = /^(?:rsc$|next-router-|next-url$|next-hmr-)/;

/**
 * Makes Next ready to answer every path outside /api. In production it serves the build in `.next`.
 * @param dev whether to compile pages when they are asked for, and follow their changes
 * @param baseUrl the public address: with https, browsers are told to keep to it
 */
export async function preparePages(
  dev: boolean,
  baseUrl: string = readEnvironment(process.env).baseUrl,
): Promise<{ listener: PageListener; close(): Promise<void> }> {
  const pages = next({
    dev,
    dir: projectFolder,
    quiet: !dev,
    // Next takes upgrades of the server that it is shown. In production there are none, so it is shown one that never listens.
    ...(!dev && { httpServer: createServer() }),
  });
  await pages.prepare();
  const answerPage = pages.getRequestHandler();
  const listener: PageListener = (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD" && !(dev && isOfDevelopment(request))) {
      const refusal = new AppError("METHOD_NOT_ALLOWED", "This path does not answer this method", { Allow: "GET, HEAD" });
      return writeAnswer(request, response, describeRefusal(refusal));
    }
    const nonce = randomBytes(16).toString("base64");
    const policy = tellContentPolicy(nonce, dev);
    cleanRequest(request, policy);
    setHeaders(response, policy, baseUrl);
    return answerPage(request, response);
  };
  return { listener, close: () => pages.close() };
}

/** The overlay of Next's development server posts to these. */
function isOfDevelopment({ url = "" }: IncomingMessage): boolean {
  return url.startsWith("/_next/") || url.startsWith("/__nextjs");
}

/** Leaves Next a request that says only what a browser would say. */
function cleanRequest(request: IncomingMessage, policy: string): void {
  const { headers, url = "/" } = request;
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  // Next would redirect to the path with single slashes; an address has one spelling, and `//host` is another site.
  if (/[\\]|\/\/|%5c|%2f|%00/i.test(path)) request.url = "/not-found";
  const isNavigation = new URLSearchParams(query).has("_rsc");
  for (const name of Object.keys(headers)) {
    if (innerHeader.test(name) || (!isNavigation && navigationHeader.test(name))) dropHeader(headers, name);
  }
  // From here Next takes the nonce for the scripts that it writes.
  headers["content-security-policy"] = policy;
}

function dropHeader(headers: IncomingHttpHeaders, name: string): void {
  delete headers[name];
}

/** Nothing from elsewhere, no inline script without this answer's nonce. */
function tellContentPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'none'",
    // React's development build evaluates text to show stacks of the server.
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function setHeaders(response: ServerResponse, policy: string, baseUrl: string): void {
  const headers = {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
