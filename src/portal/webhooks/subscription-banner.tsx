import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { LinkButton } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { subscriptionBanner as t } from "./strings.ts";
import { explainSubscription } from "./subscription-status.ts";
import { useSwitching } from "./use-enable.ts";
import type { Subscription } from "./webhook-types.ts";

export function SubscriptionBanner({ subscription }: { subscription: Subscription }) {
  const { href } = useOrganization();
  const { enable, isBusy } = useSwitching(subscription);
  const explained = explainSubscription(subscription);
  if (explained === null) return null;
  const { id, keyId, failingSince } = subscription;
  const actions = {
    enable: (
      <Button size="sm" busy={isBusy} onClick={enable}>
        {t.enableWebhook}
      </Button>
    ),
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
