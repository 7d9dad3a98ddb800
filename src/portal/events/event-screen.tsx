"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { EventDetail } from "./event-detail.tsx";
import { nameEvent, formatEvent } from "./event-labels.ts";
import { readEventsQuery, writeEventsQuery } from "./events-query.ts";

export function EventScreen({ eventId }: { eventId: string }) {
  const { can, href } = useOrganization();
  // The back link keeps the list's filters.
  const written = writeEventsQuery(readEventsQuery(useSearchParams()));
  const trail = [{ label: "Events", href: href(written === "" ? "/events" : `/events?${written}`) }];
  if (can("integrations:manage")) return <FetchedEvent eventId={eventId} trail={trail} />;
  return (
    <>
      <PageHeader title="Event" trail={trail} />
      <NoPermission permission="integrations:manage" what="view events" />
    </>
  );
}

type Trail = { label: string; href: string }[];

function FetchedEvent({ eventId, trail }: { eventId: string; trail: Trail }) {
  const trpc = useTRPC();
  // Events are immutable.
  const { data, error, isFetching, refetch } = useQuery(trpc.events.get.queryOptions({ eventId }, { staleTime: Infinity }));
  if (data !== undefined) {
    const { event } = data;
    return (
      <>
        <PageHeader
          title={nameEvent(event.eventType)}
          trail={trail}
          mark={<Badge className="font-mono font-normal">{event.eventType}</Badge>}
          description={
            <>
              {formatEvent(event.eventType)} By {event.actor.name}, <RelativeTime instant={event.occurredAt} />: <ExactTime instant={event.occurredAt} />.
            </>
          }
        />
        <EventDetail event={event} />
      </>
    );
  }
  if (error === null) return <EventSkeleton trail={trail} />;
  const isUnknown = readError(error).code === "NOT_FOUND";
  return (
    <>
      <PageHeader title={isUnknown ? "Event not found" : "Event"} trail={trail} />
      {isUnknown ? <UnknownEvent /> : <ErrorState title="Could not load the event" error={error} busy={isFetching} onRetry={() => void refetch()} />}
    </>
  );
}

function UnknownEvent() {
  const { href, organizationName } = useOrganization();
  return (
    <div className="max-w-prose">
      <p className="text-muted">
        {organizationName} has no event with this ID. It may be older than 90 days or belong to another organization.
      </p>
      <LinkButton className="mt-5" href={href("/events")}>
        All events
      </LinkButton>
    </div>
  );
}

function EventSkeleton({ trail }: { trail: Trail }) {
  return (
    <>
      <PageHeader title={<Skeleton className="inline-block h-8 w-72 max-w-full" />} trail={trail} />
      <Loading />
      <div className="grid gap-6 xl:grid-cols-2">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </>
  );
}
