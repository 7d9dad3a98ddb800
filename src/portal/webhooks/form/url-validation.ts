import { hostOf, validateWebhookUrl } from "../../../contract/webhooks/url.ts";
import { urlValidation as t } from "./strings.ts";

export interface UrlValidation {
  fault: string | null;
  missingHost: string | null;
}

const fine: UrlValidation = { fault: null, missingHost: null };

/** @param hosts allowed by the key; null until a key is chosen */
export function validateUrl(url: string, hosts: readonly string[] | null): UrlValidation {
  const fault = validateWebhookUrl(url);
  if (fault !== null) return { fault, missingHost: null };
  if (hosts === null) return fine;
  const host = hostOf(url);
  return hosts.includes(host) ? fine : { fault: t.keyDoesNotAllow(host), missingHost: host };
}
