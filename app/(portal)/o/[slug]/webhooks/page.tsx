import type { Metadata } from "next";
import { WebhooksScreen } from "../../../../../src/portal/webhooks/webhooks-screen.tsx";

export const metadata: Metadata = { title: "Webhooks" };

export default function Page() {
  return <WebhooksScreen />;
}
