import { hostOf, validateWebhookUrl } from "../../../contract/webhooks/url.ts";

/** What is wrong with an address as a webhook's of a key, in words; and the host, where the key does not allow it. */
export interface UrlValidation {
  fault: string | null;
  /** The way out: this host among the key's allowed ones. */
  missingHost: string | null;
}

const fine: UrlValidation = { fault: null, missingHost: null };

/**
 * Judges an address as one types it.
 * @param hosts those that the key allows; null while no key is chosen
 */
export function validateUrl(url: string, hosts: readonly string[] | null): UrlValidation {
  const fault = validateWebhookUrl(url);
  if (fault !== null) return { fault, missingHost: null };
  if (hosts === null) return fine;
  const host = hostOf(url);
  return hosts.includes(host) ? fine : { fault: `The key does not allow the host ${host}`, missingHost: host };
}
