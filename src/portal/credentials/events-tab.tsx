import { Activity } from "lucide-react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { EventTable } from "../events/event-table.tsx";
import type { EventPage } from "../events/event-labels.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { TextLink } from "../ui/link.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";

export function EventsTab({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { href } = useOrganization();
  const input = { actorId: keyId, limit: 50 };
  const list = usePages<EventPage>(trpc.events.listNewest.queryKey(input), (place) => client.events.listNewest.query({ ...input, ...place }));
  if (list.data === undefined) return <QueryFallback query={list} what="events" placeholder={<SkeletonTable rows={8} />} />;
  const events = list.data.pages.flatMap((page) => page.events);
  if (events.length === 0) {
    return (
      <EmptyState icon={Activity} title="No events yet">
        Changes made with this key are listed here, with the record and the request. Reads do not create events.
      </EmptyState>
    );
  }
  return (
    <>
      <EventTable caption="Events from this key, newest first" events={events} hrefOf={(eventId) => href(`/events/${eventId}?actor=${keyId}`)} isByOne />
      <LoadMore {...list} nouns={["event", "events"]} count={events.length} />
      <p className="mt-1 text-sm">
        <TextLink href={href(`/events?actor=${keyId}`)}>Filter these events</TextLink>
      </p>
    </>
  );
}
