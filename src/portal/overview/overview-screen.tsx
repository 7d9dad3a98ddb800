"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Landing } from "../shell/landing.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { FirstRequest } from "./first-request.tsx";
import { KeysCard } from "./keys-card.tsx";
import { ChangesCard, EventsCard, ExportsCard } from "./latest-cards.tsx";
import type { Cards } from "./overview-figures.ts";
import { overviewScreen as t } from "./strings.ts";
import { TrafficCards } from "./traffic-card.tsx";
import { WebhooksCard } from "./webhooks-card.tsx";

/** Where members who manage keys land in an organization; others go on to what they can use. */
export function OverviewScreen() {
  const { can, organizationName } = useOrganization();
  if (!can("integrations:manage")) return <Landing />;
  return (
    <>
      <PageHeader title={t.title} description={t.description(organizationName)} />
      <OverviewCards />
    </>
  );
}

function OverviewCards() {
  const trpc = useTRPC();
  const cards = useQuery(trpc.overview.get.queryOptions({}, { refetchInterval: 60_000 }));
  const start = cards.data?.start ?? null;
  return (
    <div className="grid gap-6">
      {start !== null && <Start start={start} />}
      <TrafficCards />
      {cards.data === undefined ? (
        <QueryFallback query={cards} what={t.overview} placeholder={<CardsSkeleton />} />
      ) : (
        <Grid cards={cards.data} />
      )}
    </div>
  );
}

/** Stays until the page is left, so that the member sees the first request arrive. */
function Start({ start }: { start: NonNullable<Cards["start"]> }) {
  const [wasNew] = useState(!start.hasSucceeded);
  return wasNew ? <FirstRequest hasKey={start.hasKey} /> : null;
}

function Grid({ cards: { keys, webhooks, events, exports, changes } }: { cards: Cards }) {
  return (
    <div className="gap-6 *:mb-6 *:break-inside-avoid lg:columns-2">
      {keys !== null && <KeysCard needs={keys} />}
      {webhooks !== null && <WebhooksCard webhooks={webhooks} />}
      {events !== null && <EventsCard events={events} />}
      {exports !== null && <ExportsCard exports={exports} />}
      {changes !== null && <ChangesCard changes={changes} />}
    </div>
  );
}

function CardsSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Loading />
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="h-64 rounded-lg" />
      ))}
    </div>
  );
}
