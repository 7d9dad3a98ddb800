import type { Metadata } from "next";
import { SubscriptionScreen } from "../../../../../../src/portal/webhooks/subscription-screen.tsx";

export const metadata: Metadata = { title: "Webhook" };

export default async function Page({ params }: { params: Promise<{ subscriptionId: string }> }) {
  const { subscriptionId } = await params;
  return <SubscriptionScreen key={subscriptionId} subscriptionId={subscriptionId} />;
}
