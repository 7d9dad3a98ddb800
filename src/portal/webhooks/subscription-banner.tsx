import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { LinkButton } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { subscriptionBanner as t } from "./strings.ts";
import { explainSubscription } from "./subscription-status.ts";
import type { Subscription } from "./webhook-types.ts";

export function SubscriptionBanner({ subscription }: { subscription: Subscription }) {
  const { href } = useOrganization();
  const explained = explainSubscription(subscription);
  if (explained === null) return null;
  const { id, keyId, failingSince } = subscription;
  const actions = {
    key: (
      <LinkButton size="sm" href={href(`/credentials/${keyId}`)}>
        {t.viewKey}
      </LinkButton>
    ),
    deliveries: (
      <LinkButton size="sm" href={href(`/webhooks/${id}?tab=deliveries`)}>
        {t.viewDeliveries}
      </LinkButton>
    ),
  } as const;
  return (
    <div className="mb-6">
      <Banner
        tone={explained.tone}
        title={explained.title}
        actions={explained.act === null ? undefined : actions[explained.act]}
      >
        {explained.act === "deliveries" &&
          failingSince !== null &&
          t.firstFailure(<RelativeTime instant={failingSince} />)}
        {explained.sentence}
      </Banner>
    </div>
  );
}
