"use client";

import { Badge } from "../../ui/feedback/badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../../ui/table.tsx";
import { formatDuration } from "../../usage/usage-figures.ts";
import { TypeName } from "../type-name.tsx";
import type { Delivery } from "../webhook-types.ts";
import { cancelLabels, describeOutcome, triggerLabels } from "../webhook-labels.ts";

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  onOpen: (delivery: Delivery) => void;
}

export function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
  return (
    <Table caption="Deliveries, newest event first">
      <TableHead>
        <HeadCell>Event</HeadCell>
        <HeadCell className="px-3">Status</HeadCell>
        <HeadCell className="px-3 text-right">Attempts</HeadCell>
        <HeadCell className="px-3">Last attempt</HeadCell>
        <HeadCell className="px-3 text-right">Duration</HeadCell>
        <HeadCell className="px-3">Event time</HeadCell>
      </TableHead>
      <TableBody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  );
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: (delivery: Delivery) => void }) {
  const { eventType, eventId, trigger, status, attemptCount, attempts, nextAttemptAt, createdAt } = delivery;
  const last = attempts.at(-1);
  return (
    <Row>
      <Cell head className="sm:min-w-64">
        <button type="button" onClick={() => onOpen(delivery)} className="cursor-pointer rounded text-left font-medium text-accent hover:underline">
          <TypeName type={eventType} />
          <span className="sr-only">, view delivery of {eventId}</span>
        </button>
        <span className="block max-w-72 truncate font-mono text-xs text-muted" title={eventId}>
          {eventId}
        </span>
        {trigger !== "event" && <Badge className="mt-1">{triggerLabels[trigger]}</Badge>}
      </Cell>
      <Cell label="Status" className="sm:px-3">
        <div className="grid justify-items-start gap-1 sm:whitespace-nowrap">
          <StatusBadge status={status} />
          {status === "pending" && (
            <span className="text-[0.8125rem] text-muted">
              next attempt <RelativeTime instant={nextAttemptAt} near="immediately" fallback="immediately" />
            </span>
          )}
        </div>
      </Cell>
      <Cell label="Attempts" className="text-right tabular-nums max-sm:text-left sm:px-3">
        {attemptCount}
      </Cell>
      <Cell label="Last attempt" className="sm:min-w-36 sm:px-3">
        <LastOutcome delivery={delivery} />
      </Cell>
      <Cell label="Duration" className="text-right whitespace-nowrap tabular-nums max-sm:text-left sm:px-3">
        {formatDuration(last?.durationMilliseconds ?? null)}
      </Cell>
      <Cell label="Event time" className="sm:px-3 sm:whitespace-nowrap">
        <RelativeTime instant={createdAt} />
      </Cell>
    </Row>
  );
}

function LastOutcome({ delivery: { attempts, cancelReason } }: { delivery: Delivery }) {
  const last = attempts.at(-1);
  return (
    <div title={cancelReason === null ? undefined : cancelLabels[cancelReason]}>
      {last === undefined ? <span className="text-muted">None</span> : describeOutcome(last).title}
    </div>
  );
}
