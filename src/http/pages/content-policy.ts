import { randomBytes } from "node:crypto";

/** A nonce of 128 random bits: a page's scripts run only with the nonce of its response. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The Content-Security-Policy, the same for all pages. Scripts run with the response's nonce, and scripts that these load
 * runs with them; addresses count for nothing there. No text becomes markup or script but what the two named policies let
 * through (Trusted Types): `default` is instrumentation-client.ts, `nextjs` is Next's own.
 */
export function describePolicy(nonce: string): string {
  return writePolicy({
    "script-src": `'nonce-${nonce}' 'strict-dynamic'`,
    "style-src": "'self'",
    "connect-src": "'self'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "default nextjs",
  });
}

/** Of a development server: React evaluates text there to show stacks, styles come as elements, news by WebSocket. */
export function describeDevelopmentPolicy(nonce: string): string {
  return writePolicy({
    "script-src": `'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`,
    "style-src": "'self' 'unsafe-inline'",
    "connect-src": "'self' ws:",
  });
}

function writePolicy(particulars: Record<string, string>): string {
  const directives = {
    "default-src": "'none'",
    ...particulars,
    "img-src": "'self' data:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
