import { randomBytes } from "node:crypto";
import { transportSecurity } from "../request/respond.ts";

/** A nonce of 128 random bits: a page's scripts run only with the nonce of its response. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The Content-Security-Policy of all pages. Scripts run with the response's nonce, and so do scripts that these load;
 * host lists do not apply. Text becomes markup or script only through two Trusted Types policies: `default`
 * (instrumentation-client.ts) and `nextjs` (Next's own).
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

/** For a development server: React evaluates text to show stacks, styles are elements, and changes arrive by WebSocket. */
export function describeDevelopmentPolicy(nonce: string): string {
  return writePolicy({
    "script-src": `'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`,
    "style-src": "'self' 'unsafe-inline'",
    "connect-src": "'self' ws:",
  });
}

/**
 * What every page and asset has.
 *
 * @param policy of this response
 * @param baseUrl the public URL: with https, browsers are to use nothing else
 */
export function describePageHeaders(policy: string, baseUrl: string): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...transportSecurity(baseUrl),
  };
}

function writePolicy(particulars: Record<string, string>): string {
  const directives = {
    "default-src": "'none'",
    ...particulars,
    "img-src": "'self' data:",
    "font-src": "'self'",
    // That of pdf.js.
    "worker-src": "'self'",
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
