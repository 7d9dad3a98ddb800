import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { Recovery } from "../../../areas/webhooks/schema.ts";
import { recoverableDays } from "../../../contract/webhooks/webhooks.ts";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { RejectionAlert } from "../../client/rejection-alert.tsx";
import { useTRPC, type PortalOutputs } from "../../client/trpc.ts";
import { cn } from "../../ui/class-names.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { formatInstant } from "../../ui/relative-time.tsx";
import type { GuideAnchor } from "../../ui/forms/why.tsx";
import { TextField } from "../../ui/forms/fields.tsx";
import { useInvalidateWebhooks } from "../use-invalidate-webhooks.ts";
import { findStop, validateSpan, readLocal, suggestSince, writeLocal, type Span } from "./recovery-span.ts";
import type { Subscription } from "../webhook-types.ts";
import { formatNumber } from "../../ui/format.ts";
import { recoverDialog as t } from "./strings.ts";

interface RecoverDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

export function RecoverDialog({ subscription, onClose }: RecoverDialogProps) {
  const { span, change, faults, send, isBusy, error, recovery } = useRecovery(subscription);
  const preview = usePreview(subscription.id, span);
  if (recovery !== undefined) return <Recovered recovery={recovery} onClose={onClose} />;
  return (
    <FormDialog
      title={t.recoverMissedEvents}
      description={t.recoverMissedEventsDescription}
      action={t.recoverEvents}
      busy={isBusy}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Moment
          label={t.since}
          why="fields#recovery"
          value={span.since}
          error={faults.since}
          onChange={(since) => change({ since })}
        />
        <Moment
          label={t.until}
          optional
          value={span.until}
          error={faults.until}
          onChange={(until) => change({ until })}
        />
      </div>
      <p className="text-sm text-muted">{t.inYourTimeZone(recoverableDays)}</p>
      <output
        aria-busy={preview.isOld}
        className={cn("min-h-5 text-sm font-medium", preview.isOld && "opacity-60 transition-opacity delay-150")}
      >
        {preview.text}
      </output>
      <RejectionAlert error={error} />
    </FormDialog>
  );
}

/** How many events the period would send; of the former period while the new one is counted. */
function usePreview(subscriptionId: string, span: Span): { text: string; isOld: boolean } {
  const trpc = useTRPC();
  const [since, until] = [useDeferredValue(span.since), useDeferredValue(span.until)];
  const [opened] = useState(() => new Date());
  const isValid = Object.values(validateSpan({ since, until }, opened)).every((fault) => fault === null);
  const [start, end] = [readLocal(since)?.toISOString(), readLocal(until)?.toISOString()];
  const input = { subscriptionId, since: start ?? "", ...(end !== undefined && { until: end }) };
  const { data, isPlaceholderData } = useQuery(
    trpc.webhookSubscriptions.previewRecovery.queryOptions(input, {
      enabled: isValid,
      placeholderData: keepPreviousData,
    }),
  );
  if (data === undefined || !isValid) return { text: "", isOld: false };
  const isOld = isPlaceholderData || since !== span.since || until !== span.until;
  return { text: describeMissed(data), isOld };
}

function describeMissed({ missed, isMore }: PortalOutputs["webhookSubscriptions"]["previewRecovery"]): string {
  if (missed === 0) return t.noMissedEvents;
  const count = `${formatNumber(missed)}${isMore ? t.orMore : ""}`;
  return missed === 1 && !isMore ? t.oneMissedEventWill : t.missedEventsWill(count);
}

const noFaults = { since: null, until: null };

function useRecovery(subscription: Subscription) {
  const trpc = useTRPC();
  const invalidate = useInvalidateWebhooks();
  const [opened] = useState(() => new Date());
  const [typed, setTyped] = useState<Partial<Span>>({});
  const { data } = useQuery(
    trpc.events.listNewest.queryOptions({ entity: "webhook_subscription", entityId: subscription.id }),
  );
  const suggested = suggestSince({ ...subscription, stoppedSince: findStop(data?.events ?? []) }, opened);
  const span: Span = { since: writeLocal(suggested), until: "", ...typed };
  const [faults, setFaults] = useState<ReturnType<typeof validateSpan>>(noFaults);
  const recover = useMutationWithConfirmation(
    trpc.webhookSubscriptions.recover.mutationOptions({ onSettled: invalidate }),
  );
  const change = (changes: Partial<Span>) => {
    setTyped({ ...typed, ...changes });
    setFaults(noFaults);
  };
  const send = () => {
    const checked = validateSpan(span, new Date());
    setFaults(checked);
    const [since, until] = [readLocal(span.since), readLocal(span.until)];
    if (since === null || checked.since !== null || checked.until !== null) return;
    recover.mutate({
      subscriptionId: subscription.id,
      since: since.toISOString(),
      ...(until !== null && { until: until.toISOString() }),
    });
  };
  return {
    span,
    change,
    faults,
    send,
    isBusy: recover.isPending,
    error: recover.error,
    recovery: recover.data?.recovery,
  };
}

function Recovered({ recovery: { since, until, eventCount }, onClose }: { recovery: Recovery; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t.recoverMissedEvents}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <Banner tone={eventCount === 0 ? "info" : "success"} live title={formatCount(eventCount)}>
        {t.fromUntil(formatInstant(since), formatInstant(until))}
        {eventCount > 0 && t.missedEventsAreBeing}
      </Banner>
    </Dialog>
  );
}

function formatCount(count: number): string {
  if (count === 0) return t.noEvents;
  return t.eventsInThisPeriod(count);
}

interface MomentProps {
  label: string;
  value: string;
  error: string | null;
  optional?: boolean;
  why?: GuideAnchor;
  onChange: (value: string) => void;
}

function Moment({ label, value, error, optional = false, why, onChange }: MomentProps) {
  return (
    <TextField
      label={label}
      why={why}
      error={error ?? undefined}
      optional={optional}
      required={!optional}
      type="datetime-local"
      value={value}
      onChange={onChange}
    />
  );
}
