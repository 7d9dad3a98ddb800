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
import { SubscriptionTable } from "./subscription-table.tsx";
import { WebhookFilters } from "./webhook-filters.tsx";
import type { SubscriptionPage } from "./webhook-types.ts";
import { readWebhooksQuery, toWebhooksInput, writeWebhooksQuery } from "./webhooks-query.ts";

export function WebhooksScreen() {
  const { can, href } = useOrganization();
  const isManager = can("integrations:manage");
  const deliveryId = useSearchParams().get("delivery");
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Webhooks send signed events to your HTTPS endpoint as they happen."
        actions={
          isManager ? (
            <>
              <LinkButton href={href("/webhooks/verify")}>Verify signature</LinkButton>
              <LinkButton variant="primary" href={href("/webhooks/new")}>
                <Plus aria-hidden className="size-4" />
                Create webhook
              </LinkButton>
            </>
          ) : undefined
        }
      />
      {isManager ? deliveryId === null ? <SubscriptionList /> : <GoToDelivery deliveryId={deliveryId} /> : <NoPermission permission="integrations:manage" what="manage webhooks" />}
    </>
  );
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
    <EmptyState icon={ListFilter} title="No matching webhooks" actions={<Button onClick={() => change({ status: null, keyId: null })}>Clear filters</Button>}>
      No webhook has this status and key.
    </EmptyState>
  );
  return (
    <>
      <WebhookFilters query={query} onChange={change} />
      <PagedList
        list={list}
        items={(page) => page.webhookSubscriptions}
        nouns={isNarrowed ? ["matching webhook", "matching webhooks"] : ["webhook", "webhooks"]}
        what="webhooks"
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
      title="No webhooks yet"
      actions={
        <LinkButton variant="primary" href={href("/webhooks/new")}>
          Create webhook
        </LinkButton>
      }
    >
      <div className="grid gap-2">
        <p>
          A webhook sends an event to your endpoint within seconds, for example when a document is uploaded or an invoice is paid.
        </p>
        <p>
          An integration behind a firewall can poll the event feed (GET /events) instead. It returns the same events in order, for 90 days. Many integrations use both.
        </p>
      </div>
    </EmptyState>
  );
}
