import type { Outbound } from "../outbound-http/outbound.ts";
import { openTelnyx, readTelnyxWebhook } from "./telnyx.ts";
import type { ProviderCredentials, TextProvider, TextWebhook, TextWebhookContent } from "./text-provider.ts";
import { openTwilio, readTwilioWebhook } from "./twilio.ts";

/** Opens the account of a firm at its provider. */
export function openTextProvider(
  credentials: ProviderCredentials,
  outbound: Pick<Outbound, "post" | "get">,
): TextProvider {
  return credentials.provider === "twilio" ? openTwilio(credentials, outbound) : openTelnyx(credentials, outbound);
}

/** What a webhook says; null unless the provider signed it. */
export function readTextWebhook(credentials: ProviderCredentials, webhook: TextWebhook): TextWebhookContent | null {
  return credentials.provider === "twilio"
    ? readTwilioWebhook(credentials, webhook)
    : readTelnyxWebhook(credentials, webhook);
}
