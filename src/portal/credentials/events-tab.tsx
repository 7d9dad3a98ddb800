import { Activity } from "lucide-react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { EventTable } from "../events/event-table.tsx";
import type { EventPage } from "../events/event-labels.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { TextLink } from "../ui/link.tsx";
import { eventsTab as t } from "./lazy-strings.ts";

export function EventsTab({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { href } = useOrganization();
  const input = { actorId: keyId, limit: 50 };
  const list = usePages<EventPage>(trpc.events.listNewest.queryKey(input), (place) =>
    client.events.listNewest.query({ ...input, ...place }),
  );
  const empty = (
    <EmptyState icon={Activity} title={t.noEventsYet}>
      {t.changesMade}
    </EmptyState>
  );
  const note = (
    <p className="mt-1 text-sm">
      <TextLink href={href(`/events?actor=${keyId}`)}>{t.filterTheseEvents}</TextLink>
    </p>
  );
  return (
    <PagedList list={list} items={(page) => page.events} nouns={t.nouns} placeholder={8} empty={empty} note={note}>
      {(events) => (
        <EventTable
          caption={t.eventsFromThisKey}
          events={events}
          hrefOf={(eventId) => href(`/events/${eventId}?actor=${keyId}`)}
          isByOne
        />
      )}
    </PagedList>
  );
}
