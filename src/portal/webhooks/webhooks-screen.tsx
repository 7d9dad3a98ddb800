"use client";

import { ListFilter, Plus, Webhook } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChangeFilters } from "../client/use-change-filters.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { GoToDelivery } from "./deliveries/go-to-delivery.tsx";
import { webhooksScreen as t } from "./strings.ts";
import { SubscriptionTable } from "./subscription-table.tsx";
import { WebhookFilters } from "./webhook-filters.tsx";
import type { SubscriptionPage } from "./webhook-types.ts";
import { readWebhooksQuery, toWebhooksInput, writeWebhooksQuery } from "./webhooks-query.ts";

export function WebhooksScreen() {
  const { can, href } = useOrganization();
  const isManager = can("integrations:manage");
  return (
    <>
      <PageHeader
        title={t.title}
        description={t.description}
        actions={
          isManager ? (
            <>
              <LinkButton href={href("/webhooks/verify")}>{t.verifySignature}</LinkButton>
              <LinkButton variant="primary" href={href("/webhooks/new")}>
                <Plus aria-hidden className="size-4" />
                {t.createWebhook}
              </LinkButton>
            </>
          ) : undefined
        }
      />
      {isManager ? <Subscriptions /> : <NoPermission permission="integrations:manage" what={t.manageWebhooks} />}
    </>
  );
}

/** The list, or with `?delivery=…` the way to that delivery. */
function Subscriptions() {
  const deliveryId = useSearchParams().get("delivery");
  return deliveryId === null ? <SubscriptionList /> : <GoToDelivery deliveryId={deliveryId} />;
}

function SubscriptionList() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = readWebhooksQuery(useSearchParams());
  const input = toWebhooksInput(query);
  const list = usePages<SubscriptionPage>(
    trpc.webhookSubscriptions.list.queryKey(input),
    (place) => client.webhookSubscriptions.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  const change = useChangeFilters(writeWebhooksQuery);
  const isNarrowed = writeWebhooksQuery(query) !== "";
  const noMatch = (
    <EmptyState
      icon={ListFilter}
      title={t.noMatchingWebhooks}
      actions={<Button onClick={() => change({ status: null, keyId: null })}>{t.clearFilters}</Button>}
    >
      {t.noWebhook}
    </EmptyState>
  );
  return (
    <>
      <WebhookFilters query={query} onChange={change} />
      <PagedList
        list={list}
        items={(page) => page.webhookSubscriptions}
        nouns={isNarrowed ? t.matchingNouns : t.nouns}
        what={t.webhooks}
        placeholder={4}
        empty={isNarrowed ? noMatch : <NoSubscription />}
      >
        {(subscriptions) => <SubscriptionTable subscriptions={subscriptions} />}
      </PagedList>
    </>
  );
}

function NoSubscription() {
  const { href } = useOrganization();
  return (
    <EmptyState
      icon={Webhook}
      title={t.noWebhooksYet}
      actions={
        <LinkButton variant="primary" href={href("/webhooks/new")}>
          {t.createWebhook}
        </LinkButton>
      }
    >
      <div className="grid gap-2">
        <p>{t.webhookSendsEvent}</p>
        <p>{t.integrationBehindFirewall}</p>
      </div>
    </EmptyState>
  );
}
