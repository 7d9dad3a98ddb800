import { formatMoment } from "../requests/request-labels.ts";
import { Breakable } from "../ui/breakable.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { PlainLink } from "../ui/link.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { nameEvent, nameSource, type EventRecord } from "./event-labels.ts";
import { eventTable as t } from "./lazy-strings.ts";

interface EventTableProps {
  caption: string;
  events: readonly EventRecord[];
  hrefOf: (eventId: string) => string;
  /** All events have the same actor, which is not repeated. */
  isByOne?: boolean;
}

const actorColumn: Column<EventRecord> = {
  label: t.actor,
  render: ({ actor }) => actor.name,
  text: ({ actor }) => actor.name,
  onPhone: "without-label",
  share: "narrow",
  className: "max-sm:wrap-anywhere",
};

export function EventTable({ caption, events, hrefOf, isByOne = false }: EventTableProps) {
  return (
    <DataTable
      name="events"
      caption={caption}
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.event,
          render: ({ id, eventType }) => <EventLink href={hrefOf(id)} eventType={eventType} />,
          text: ({ eventType }) => nameEvent(eventType),
        },
        {
          label: t.type,
          render: ({ eventType }) => <Breakable name={eventType} />,
          text: ({ eventType }) => eventType,
          onPhone: "without-label",
        },
        {
          label: t.time,
          render: ({ occurredAt }) => <time dateTime={occurredAt}>{formatMoment(occurredAt)}</time>,
          text: ({ occurredAt }) => occurredAt,
          onPhone: "beside",
          className: "whitespace-nowrap tabular-nums",
        },
        {
          label: t.record,
          render: ({ entityId }) => <ShortId id={entityId} />,
          text: ({ entityId }) => entityId,
          onPhone: "without-label",
        },
        ...(isByOne ? [] : [actorColumn]),
        {
          label: t.source,
          render: nameSource,
          text: nameSource,
          onPhone: "without-label",
          className: "whitespace-nowrap",
        },
        { label: t.eventId, render: ({ id }) => <ShortId id={id} />, text: ({ id }) => id, isOptional: true },
      ]}
    />
  );
}

/** The link covers the row, so that the whole row is clickable. */
function EventLink({ href, eventType }: { href: string; eventType: string }) {
  return (
    <PlainLink
      href={href}
      className="inline-block py-0.5 font-medium text-accent underline-offset-3 after:absolute after:inset-0 hover:underline"
    >
      {nameEvent(eventType)}
    </PlainLink>
  );
}
