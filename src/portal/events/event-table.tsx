"use client";

import { Breakable } from "../ui/breakable.tsx";
import { PlainLink } from "../ui/link.tsx";
import { formatInstant } from "../ui/relative-time.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { formatMoment } from "../requests/request-labels.ts";
import { nameEvent, nameSource, type EventRecord } from "./event-labels.ts";

interface EventTableProps {
  caption: string;
  events: readonly EventRecord[];
  hrefOf: (eventId: string) => string;
  /** All events have the same actor, which is not repeated. */
  isByOne?: boolean;
}

export function EventTable({ caption, events, hrefOf, isByOne = false }: EventTableProps) {
  return (
    <Table caption={caption}>
      <TableHead>
        <HeadCell>Time</HeadCell>
        <HeadCell className="px-3">Event</HeadCell>
        <HeadCell className="px-3">Record</HeadCell>
        {!isByOne && <HeadCell className="px-3">Actor</HeadCell>}
        <HeadCell className="px-3">Source</HeadCell>
      </TableHead>
      <TableBody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} href={hrefOf(event.id)} isByOne={isByOne} />
        ))}
      </TableBody>
    </Table>
  );
}

function EventRow({ event, href, isByOne }: { event: EventRecord; href: string; isByOne: boolean }) {
  const { occurredAt, eventType, entityId, actor } = event;
  return (
    <Row className="relative transition-colors hover:bg-sunken has-[a:focus-visible]:bg-accent-soft">
      <Cell label="Time" className="whitespace-nowrap tabular-nums">
        <time dateTime={occurredAt} title={formatInstant(occurredAt)}>
          {formatMoment(occurredAt)}
        </time>
      </Cell>
      <Cell head label="Event" className="sm:px-3">
        <span className="block">
          {/* The link covers the row, so that the whole row is clickable. */}
          <PlainLink href={href} className="font-medium text-accent underline-offset-3 after:absolute after:inset-0 hover:underline">
            {nameEvent(eventType)}
          </PlainLink>
          <Breakable name={eventType} className="block" />
        </span>
      </Cell>
      <Cell label="Record" className="sm:px-3">
        <code className="font-mono text-xs max-sm:wrap-anywhere">{entityId}</code>
      </Cell>
      {!isByOne && (
        <Cell label="Actor" className="wrap-anywhere sm:px-3">
          {actor.name}
        </Cell>
      )}
      <Cell label="Source" className="whitespace-nowrap sm:px-3">
        {nameSource(event)}
      </Cell>
    </Row>
  );
}
