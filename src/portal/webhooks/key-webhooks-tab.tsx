import { Plus, Webhook } from "lucide-react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { keyWebhooksTab as t } from "./strings.ts";
import { SubscriptionTable } from "./subscription-table.tsx";
import type { SubscriptionPage } from "./webhook-types.ts";

interface KeyWebhooksTabProps {
  keyId: string;
  isUsable: boolean;
}

export function KeyWebhooksTab({ keyId, isUsable }: KeyWebhooksTabProps) {
  const { href } = useOrganization();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { keyId, limit: 50 };
  const list = usePages<SubscriptionPage>(trpc.webhookSubscriptions.list.queryKey(input), (place) =>
    client.webhookSubscriptions.list.query({ ...input, ...place }),
  );
  const create = isUsable ? (
    <LinkButton href={href(`/webhooks/new?key=${keyId}`)}>
      <Plus aria-hidden className="size-4" />
      {t.createWebhook}
    </LinkButton>
  ) : undefined;
  const empty = (
    <EmptyState icon={Webhook} title={t.noWebhooksYet} actions={create}>
      {t.webhookSendsEvents}
    </EmptyState>
  );
  return (
    <PagedList list={list} items={(page) => page.webhookSubscriptions} nouns={t.nouns} placeholder={3} empty={empty}>
      {(subscriptions) => (
        <>
          {create !== undefined && <div className="mb-4 flex justify-end">{create}</div>}
          <SubscriptionTable subscriptions={subscriptions} withKey={false} />
        </>
      )}
    </PagedList>
  );
}
