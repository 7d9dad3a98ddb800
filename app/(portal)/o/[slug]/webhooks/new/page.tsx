import type { Metadata } from "next";
import { NewWebhook } from "../../../../../../src/portal/webhooks/form/new-webhook.tsx";

export const metadata: Metadata = { title: "Create webhook" };

export default function Page() {
  return <NewWebhook />;
}
