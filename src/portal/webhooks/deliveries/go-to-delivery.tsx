"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useOrganization } from "../../shell/account-context.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { SkeletonTable } from "../../ui/feedback/skeleton.tsx";
import { goToDelivery as t } from "./strings.ts";
import { useDelivery } from "./use-delivery.ts";

/** Goes from the ID of a delivery, as the palette takes it, to its webhook. */
export function GoToDelivery({ deliveryId }: { deliveryId: string }) {
  const { href } = useOrganization();
  const router = useRouter();
  const query = useDelivery(deliveryId);
  const subscriptionId = query.data?.webhookDelivery.subscriptionId;
  useEffect(() => {
    if (subscriptionId !== undefined)
      router.replace(href(`/webhooks/${subscriptionId}?tab=deliveries&delivery=${deliveryId}`));
  }, [subscriptionId, deliveryId, router, href]);
  return <QueryFallback query={query} what={t.delivery} placeholder={<SkeletonTable rows={8} />} />;
}
