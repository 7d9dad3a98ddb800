import type { HttpResponse } from "../request/response.ts";

/** Where researchers look for whom to tell of a weakness: RFC 9116. */
export const securityTextPath = "/.well-known/security.txt";

/** For so many days the text is good; RFC 9116 asks for less than a year. */
const goodForDays = 180;

/** The page that says how to report a weakness, and how soon one is mended. */
const policyPath = "/docs/guides/security";

/**
 * The text, for one day: it expires in 180 days, whoever maintains it.
 *
 * @param contact a URI; null for the page with the policy
 */
export function describeSecurityContact(baseUrl: string, contact: string | null, now = Date.now()): HttpResponse {
  const expires = new Date(now + goodForDays * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const fields = {
    Contact: contact ?? `${baseUrl}${policyPath}`,
    Expires: expires.toISOString().replace(".000Z", "Z"),
    "Preferred-Languages": "en",
    Canonical: `${baseUrl}${securityTextPath}`,
    Policy: `${baseUrl}${policyPath}`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return {
    status: 200,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
    body: lines.join(""),
  };
}
