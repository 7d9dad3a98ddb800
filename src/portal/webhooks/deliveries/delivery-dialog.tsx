import { useQuery } from "@tanstack/react-query";
import { Redo2 } from "lucide-react";
import type { ReactNode } from "react";
import { writeWebhookPayload } from "../../../contract/webhooks/payload.ts";
import { readError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useChange } from "../../client/use-change.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextLink } from "../../ui/link.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { SkeletonText } from "../../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { indentJson, writeDeliveryCurl } from "./delivery-sample.ts";
import { useInvalidateWebhooks } from "../use-invalidate-webhooks.ts";
import { useDelivery } from "./use-delivery.ts";
import type { Delivery, Subscription } from "../webhook-types.ts";
import { cancelLabels, triggerLabels } from "../webhook-labels.ts";
import { deliveryDialog as t } from "./strings.ts";

interface DeliveryDialogProps {
  /** From the list; a newer state is fetched. */
  delivery: Delivery;
  subscription: Subscription;
  onClose: () => void;
}

export function DeliveryDialog({ delivery: listed, subscription, onClose }: DeliveryDialogProps) {
  const { data } = useDelivery(listed.id, listed);
  const delivery = data?.webhookDelivery ?? listed;
  const { redeliver, isBusy } = useRedelivery(delivery.id);
  const { eventType, status, trigger, cancelReason, attempts, attemptCount, nextAttemptAt } = delivery;
  const isWaiting = status === "pending" && attempts.length > 0;
  const canRedeliver =
    (status !== "pending" || isWaiting) && subscription.status === "active" && cancelReason !== "event_purged";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={<span className="font-mono text-lg wrap-anywhere">{eventType}</span>}
      description={t.to(triggerLabels[trigger], subscription.name)}
      footer={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          {canRedeliver && (
            <Button variant="primary" busy={isBusy} onClick={redeliver}>
              <Redo2 aria-hidden className="size-4" />
              {isWaiting ? t.retryNow : t.redeliverEvent}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-6">
        <div aria-live="polite" className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          <StatusBadge status={status} />
          {cancelReason !== null && <span>{cancelLabels[cancelReason]}</span>}
          {status === "pending" && nextAttemptAt !== null && (
            <span className="text-muted">{t.nextAttempt(<ExactTime instant={nextAttemptAt} />)}</span>
          )}
          {subscription.status !== "active" && <span className="text-muted">{t.enableWebhookToRedeliver}</span>}
        </div>
        <Part title={t.attempts(attemptCount)}>
          <AttemptList attempts={attempts} attemptCount={attemptCount} />
        </Part>
        <Part title={t.request}>
          <Payload delivery={delivery} url={subscription.url} />
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function useRedelivery(deliveryId: string) {
  const invalidate = useInvalidateWebhooks();
  const mutation = useChange(useTRPC().webhookDeliveries.redeliver.mutationOptions(), {
    successMessage: () => t.redeliveringWithSameWebhook,
    invalidate,
  });
  return { redeliver: () => mutation.mutate({ deliveryId }), isBusy: mutation.isPending };
}

/** The body is rebuilt from the event. */
function Payload({ delivery: { eventId, attempts, createdAt }, url }: { delivery: Delivery; url: string }) {
  const { organizationId, href } = useOrganization();
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.events.get.queryOptions({ eventId }, { staleTime: Number.POSITIVE_INFINITY }));
  if (data === undefined) {
    if (error === null) return <SkeletonText lines={8} />;
    return (
      <p className="text-sm text-muted">
        {readError(error).code === "NOT_FOUND" ? t.eventIsNoLonger : readError(error).message}
      </p>
    );
  }
  const body = writeWebhookPayload(data.event, organizationId);
  const timestamp = Math.floor(Date.parse(attempts.at(-1)?.startedAt ?? createdAt) / 1000);
  return (
    <div className="grid gap-3">
      <CodeBlock title={t.body} text={indentJson(body)} exact={body} wrap />
      <CodeBlock title="curl" text={writeDeliveryCurl({ url, webhookId: eventId, timestamp, body })} />
      <p className="text-sm text-muted">
        {t.bodyIsSent(
          (text) => (
            <TextLink href={href("/webhooks/verify")}>{text}</TextLink>
          ),
          (text) => (
            <TextLink href={href(`/events/${eventId}`)}>{text}</TextLink>
          ),
        )}
      </p>
    </div>
  );
}
