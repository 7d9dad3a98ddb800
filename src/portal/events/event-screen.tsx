"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { EventDetail } from "./event-detail.tsx";
import { nameEvent, formatEvent } from "./event-labels.ts";
import { readEventsQuery, writeEventsQuery } from "./events-query.ts";
import { eventScreen as t } from "./lazy-strings.ts";
export function EventScreen({ eventId }: { eventId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  // Events are immutable.
  const query = useQuery(
    trpc.events.get.queryOptions({ eventId }, { enabled: can("integrations:manage"), staleTime: Infinity }),
  );
  // The back link keeps the list's filters.
  const written = writeEventsQuery(readEventsQuery(useSearchParams()));
  const trail = [{ label: t.events, href: href(written === "" ? "/events" : `/events?${written}`) }];
  return (
    <RecordScreen
      noun={t.event}
      permission="integrations:manage"
      what={t.viewEvents}
      trail={trail}
      query={query}
      skeleton={<EventSkeleton />}
      unknownHint={t.itMayBeOlder}
    >
      {({ event }) => (
        <>
          <PageHeader
            title={nameEvent(event.eventType)}
            trail={trail}
            mark={<Badge className="font-mono font-normal">{event.eventType}</Badge>}
            description={t.summary(
              formatEvent(event.eventType),
              event.actor.name,
              <RelativeTime instant={event.occurredAt} />,
              <ExactTime instant={event.occurredAt} />,
            )}
          />
          <EventDetail event={event} />
        </>
      )}
    </RecordScreen>
  );
}

function EventSkeleton() {
  return (
    <>
      <Loading />
      <div className="grid gap-6 xl:grid-cols-2">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </>
  );
}
