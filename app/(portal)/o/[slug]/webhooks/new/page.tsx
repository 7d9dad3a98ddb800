import type { Metadata } from "next";
import { NewWebhook } from "../../../../../../src/portal/webhooks/form/new-webhook.tsx";
import { newWebhook as t } from "../../../../../../src/portal/webhooks/form/strings.ts";

export const metadata: Metadata = { title: t.createWebhook };

export default function Page() {
  return <NewWebhook />;
}
