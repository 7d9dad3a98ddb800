"use client";

import { Activity, ListFilter, Rss } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChangeFilters } from "../client/use-change-filters.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages, useShowNew } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { EventTable } from "./event-table.tsx";
import type { EventPage } from "./event-labels.ts";
import { EventsFilters } from "./events-filters.tsx";
import {
  everything,
  narrow,
  readEventsQuery,
  toEventsInput,
  writeEventsQuery,
  type EventsQuery,
} from "./events-query.ts";
import { FollowDialog } from "./follow-dialog.tsx";
import { NewEventsLine } from "./new-events-line.tsx";
import { eventsScreen as t } from "./lazy-strings.ts";
import { useNewEvents } from "./use-new-events.ts";

export function EventsScreen() {
  const { can } = useOrganization();
  return can("integrations:manage") ? (
    <Feed />
  ) : (
    <>
      <Head />
      <NoPermission permission="integrations:manage" what={t.viewEvents} />
    </>
  );
}

function Head({ onFollow }: { onFollow?: () => void }) {
  const { href } = useOrganization();
  const actions = onFollow !== undefined && (
    <>
      <LinkButton href={href("/webhooks")}>{t.webhooks}</LinkButton>
      <Button onClick={onFollow}>
        <Rss aria-hidden className="size-4" />
        {t.pollFeed}
      </Button>
    </>
  );
  return (
    <PageHeader title={t.title} description={t.allChangesOfOrganizations} {...(actions !== false && { actions })} />
  );
}

function Feed() {
  const { href } = useOrganization();
  const query = readEventsQuery(useSearchParams());
  const written = writeEventsQuery(query);
  // A span starts when it is chosen, so that pages stay consistent.
  const [now, setNow] = useState(Date.now);
  const input = toEventsInput(query, now);
  const { list, region, showNew } = useEventPages(input);
  const shown = list.isPlaceholderData ? undefined : list.data?.pages.flatMap((page) => page.events);
  const count = useNewEvents(input, shown);
  const [isFollowing, setFollowing] = useState(false);
  const changeFilters = useChangeFilters(writeEventsQuery);
  const change = (changes: Partial<EventsQuery>) => {
    setNow(Date.now());
    // From the current URL, which may be newer than the rendered state.
    changeFilters(narrow({ ...readEventsQuery(new URLSearchParams(window.location.search)), ...changes }));
  };
  return (
    <>
      <Head onFollow={() => setFollowing(true)} />
      <EventsFilters query={query} change={change} />
      <NewEventsLine noun={t.event} count={count} busy={list.isFetching} onShow={showNew} />
      <div ref={region} tabIndex={-1} className="scroll-mt-20 outline-none!">
        <PagedList
          list={list}
          items={(page) => page.events}
          nouns={t.nouns}
          placeholder={10}
          empty={<Nothing isFiltered={written !== ""} onClear={() => change(everything)} />}
          note={<p className="mt-1 text-sm text-muted">{t.keptFor90Days}</p>}
        >
          {(events) => (
            <EventTable
              caption={t.events}
              events={events}
              hrefOf={(eventId) => href(`/events/${eventId}${written === "" ? "" : `?${written}`}`)}
            />
          )}
        </PagedList>
      </div>
      <FollowDialog open={isFollowing} onOpenChange={setFollowing} cursor={shown?.[0]?.cursor ?? null} />
    </>
  );
}

/** Pages stay until the user refetches; new events are only counted. */
function useEventPages(input: ReturnType<typeof toEventsInput>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const request = { ...input, limit: 50 };
  const key = trpc.events.listNewest.queryKey(request);
  const list = usePages<EventPage>(key, (place) => client.events.listNewest.query({ ...request, ...place }), {
    keepFormer: true,
    staleTime: Infinity,
  });
  return { list, ...useShowNew(key, list) };
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={ListFilter}
        title={t.noMatchingEvents}
        actions={<Button onClick={onClear}>{t.clearFilters}</Button>}
      >
        {t.noEventOfLast}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Activity} title={t.noEventsYet}>
      {t.changesByIntegrations}
    </EmptyState>
  );
}
