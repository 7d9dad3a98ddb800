import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../platform/digest.ts";

/** The Content-Security-Policy of each page. */
export interface ContentPolicies {
  find(path: string): string;
}

/**
 * Pages are built once, so the inline scripts that Next writes into them are known: each page's policy lists their
 * hashes, and no other inline script runs. An unknown path gets the policy of the page that says so.
 * @param buildFolder Next's `.next`
 */
export function readContentPolicies(buildFolder: string): ContentPolicies {
  const manifest = JSON.parse(readFileSync(join(buildFolder, "prerender-manifest.json"), "utf8")) as { routes: object };
  const policies = new Map(
    Object.keys(manifest.routes)
      .filter((route) => !/\.\w+$/.test(route))
      .map((route) => {
        const html = readFileSync(join(buildFolder, "server", "app", `${route === "/" ? "/index" : route}.html`), "utf8");
        return [route, tellPolicy(listHashes(html))] as const;
      }),
  );
  const unknown = policies.get("/_not-found") ?? tellPolicy([]);
  return { find: (path) => policies.get(path) ?? unknown };
}

/** Of a development server, which compiles pages as they are asked for: React evaluates text there to show stacks. */
export const developmentPolicies: ContentPolicies = {
  find: () =>
    tellPolicy(["'unsafe-inline'", "'unsafe-eval'"])
      .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
      .replace("connect-src 'self'", "connect-src 'self' ws:"),
};

function listHashes(html: string): string[] {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)];
  return [...new Set(inline.map(([, script = ""]) => `'sha256-${sha256(script).toString("base64")}'`))];
}

function tellPolicy(inlineScripts: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts].join(" "),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
