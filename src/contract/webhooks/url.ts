import { isHostName } from "../integration-keys.ts";

/**
 * What is wrong with an address as a webhook's, before it is checked whether the key allows its host; null when nothing
 * is. Checked as it is written, and in the form in which it would be called: both must be the same host name.
 */
export function validateWebhookUrl(text: string): string | null {
  if (!URL.canParse(text)) return "must be an address such as https://hooks.example.com/caseport";
  const url = new URL(text);
  if (url.protocol !== "https:") return "must begin with https://";
  if (url.username !== "" || url.password !== "" || /^https:\/\/[^/?#]*@/i.test(text))
    return "must not contain a user or password";
  if (url.port !== "" || /^https:\/\/[^/?#]*:\d*(?:[/?#]|$)/i.test(text))
    return "must not name a port: webhooks go to 443";
  if (url.hash !== "" || text.includes("#")) return "must not have a fragment";
  if (!isHostName(url.hostname)) return "must name a host such as hooks.example.com, not an address";
  // What is called is what was read: no spelling that parsers understand differently (backslashes, tabs, escapes, other alphabets).
  const origin = `https://${url.hostname}`;
  if (!text.startsWith(origin) || !/^(?:[/?][\x21-\x5b\x5d-\x7e]*)?$/.test(text.slice(origin.length))) {
    return "must be written plainly: https://, the host name in lower-case ASCII, a path without spaces, backslashes and letters outside of ASCII";
  }
  return null;
}

/** The host of an address that validateWebhookUrl found nothing wrong with. */
export function hostOf(url: string): string {
  return new URL(url).hostname;
}
