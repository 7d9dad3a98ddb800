import { DataTable } from "../../ui/data-table.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { nameStatus, StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ShortId } from "../../ui/short-id.tsx";
import { formatDuration } from "../../ui/format-duration.ts";
import { TypeName } from "../type-name.tsx";
import type { Delivery } from "../webhook-types.ts";
import { cancelLabels, describeOutcome, triggerLabels } from "../webhook-labels.ts";
import { deliveryTable as t } from "./strings.ts";

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  onOpen: (delivery: Delivery) => void;
}

export function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
  return (
    <DataTable
      name="webhook-deliveries"
      caption={t.deliveries}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.event,
          render: (delivery) => <EventCell delivery={delivery} onOpen={() => onOpen(delivery)} />,
          text: ({ eventType }) => eventType,
          className: "sm:min-w-60",
        },
        {
          label: t.status,
          render: (delivery) => <StatusCell delivery={delivery} />,
          text: ({ status }) => nameStatus(status),
          onPhone: "beside",
        },
        {
          label: t.eventId,
          render: ({ eventId }) => <ShortId id={eventId} />,
          text: ({ eventId }) => eventId,
          onPhone: "without-label",
        },
        { label: t.deliveryId, render: ({ id }) => <ShortId id={id} />, text: ({ id }) => id, isOptional: true },
        {
          label: t.attempts,
          render: ({ attemptCount }) => attemptCount,
          text: ({ attemptCount }) => attemptCount,
          isNumber: true,
        },
        {
          label: t.lastAttempt,
          render: (delivery) => <LastOutcome delivery={delivery} />,
          text: ({ attempts }) => nameOutcome(attempts),
          onPhone: "without-label",
          className: "sm:min-w-36",
        },
        {
          label: t.duration,
          render: ({ attempts }) => formatDuration(attempts.at(-1)?.durationMilliseconds ?? null),
          text: ({ attempts }) => attempts.at(-1)?.durationMilliseconds ?? null,
          isNumber: true,
          onPhone: "without-label",
        },
        {
          label: t.eventTime,
          render: ({ createdAt }) => <RelativeTime instant={createdAt} />,
          text: ({ createdAt }) => createdAt,
          onPhone: "without-label",
          className: "whitespace-nowrap max-sm:ml-auto",
        },
      ]}
    />
  );
}

function EventCell({ delivery: { eventType, eventId, trigger }, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        className="min-h-6 cursor-pointer rounded text-left font-medium text-accent hover:underline"
      >
        <TypeName type={eventType} />
        <span className="sr-only">{t.viewDeliveryOf(eventId)}</span>
      </button>
      {trigger !== "event" && <Badge className="ml-2">{triggerLabels[trigger]}</Badge>}
    </>
  );
}

function StatusCell({ delivery: { status, nextAttemptAt } }: { delivery: Delivery }) {
  return (
    <div className="grid justify-items-start gap-1 sm:whitespace-nowrap">
      <StatusBadge status={status} />
      {status === "pending" && (
        <span className="text-[0.8125rem] text-muted">
          {t.nextAttempt(<RelativeTime instant={nextAttemptAt} near={t.immediately} fallback={t.immediately} />)}
        </span>
      )}
    </div>
  );
}

function nameOutcome(attempts: Delivery["attempts"]): string | null {
  const last = attempts.at(-1);
  return last === undefined ? null : describeOutcome(last).title;
}

function LastOutcome({ delivery: { attempts, cancelReason } }: { delivery: Delivery }) {
  return (
    <span title={cancelReason === null ? undefined : cancelLabels[cancelReason]}>
      {nameOutcome(attempts) ?? <span className="text-muted">{t.noAttempt}</span>}
    </span>
  );
}
