import type { Metadata } from "next";
import { SubscriptionScreen } from "../../../../../../src/portal/webhooks/subscription-screen.tsx";
import { subscriptionScreen as t } from "../../../../../../src/portal/webhooks/strings.ts";

export const metadata: Metadata = { title: t.pageTitle };

export default async function Page({ params }: { params: Promise<{ subscriptionId: string }> }) {
  const { subscriptionId } = await params;
  return <SubscriptionScreen key={subscriptionId} subscriptionId={subscriptionId} />;
}
