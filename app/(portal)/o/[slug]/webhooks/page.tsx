import type { Metadata } from "next";
import { WebhooksScreen } from "../../../../../src/portal/webhooks/webhooks-screen.tsx";
import { webhooksScreen as t } from "../../../../../src/portal/webhooks/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <WebhooksScreen />;
}
