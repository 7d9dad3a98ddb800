"use client";

import { Activity } from "lucide-react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { Code } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { ExactTime } from "../ui/relative-time.tsx";
import { SkeletonTable } from "../ui/skeleton.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { nameEvent } from "./history-words.ts";
import type { EventPage } from "./portal-types.ts";

/** What a key changed: which record, when, by which request. The records themselves stay under their scopes. */
export function EventsTab({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { keyId, limit: 50 };
  const list = usePages<EventPage>(trpc.keys.listEvents.queryKey(input), (place) => client.keys.listEvents.query({ ...input, ...place }));
  if (list.data === undefined) {
    if (list.error === null) return <SkeletonTable rows={8} />;
    return <ErrorState title="The events could not be loaded" error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  }
  const events = list.data.pages.flatMap((page) => page.events);
  if (events.length === 0) {
    return (
      <EmptyState icon={Activity} title="No event yet">
        Every change that this key makes is listed here, with the record and the request that made it. Reading causes none.
      </EmptyState>
    );
  }
  return (
    <>
      <EventTable events={events} />
      <LoadMore {...list} noun={events.length === 1 ? "event" : "events"} count={events.length} />
    </>
  );
}

function EventTable({ events }: { events: EventPage["events"] }) {
  return (
    <Table caption="Events that this key caused, newest first">
      <TableHead>
        <HeadCell>Time</HeadCell>
        <HeadCell>Event</HeadCell>
        <HeadCell>Record</HeadCell>
        <HeadCell>Request id</HeadCell>
      </TableHead>
      <TableBody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell label="Time" className="whitespace-nowrap">
              <ExactTime instant={event.occurredAt} />
            </Cell>
            <Cell label="Event" head>
              {nameEvent(event.eventType)}
            </Cell>
            <Cell label="Record">
              <Code>{event.entityId}</Code>
            </Cell>
            <Cell label="Request id">
              <span className="inline-flex items-center gap-1">
                <Code>{event.correlationId}</Code>
                <CopyButton compact text={event.correlationId} what="the request id" className="-my-1.5" />
              </span>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
