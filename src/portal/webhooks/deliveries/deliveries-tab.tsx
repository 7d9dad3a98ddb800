import { ListFilter, Send } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { deliveryStatuses, type DeliveryStatus } from "../../../contract/webhooks/webhooks.ts";
import { inBackground } from "../../client/background.ts";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { PagedList } from "../../client/paged-list.tsx";
import { usePages } from "../../client/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Choice } from "../../ui/forms/select.tsx";
import { nameStatus } from "../../ui/feedback/status-badge.tsx";
import { idleMilliseconds, pollingInterval } from "./delivery-polling.ts";
import { useDelivery } from "./use-delivery.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import type { Delivery, DeliveryPage, Subscription } from "../webhook-types.ts";
import { later } from "../../ui/feedback/later.tsx";
import { deliveriesTab as t } from "./strings.ts";

const DeliveryDialog = later(() => import("./delivery-dialog.tsx").then((module) => module.DeliveryDialog));

/** Newest event first; pending deliveries are polled. */
export function DeliveriesTab({ subscription }: { subscription: Subscription }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const path = usePathname();
  const parameters = useSearchParams();
  const chosen = parameters.get("status");
  const linkedId = parameters.get("delivery");
  const status = deliveryStatuses.find((each) => each === chosen) ?? null;
  const [opened, setOpened] = useState<Delivery | null>(null);
  const input = { subscriptionId: subscription.id, limit: 50, ...(status !== null && { status }) };
  const list = usePages<DeliveryPage>(
    trpc.webhookSubscriptions.deliveries.list.queryKey(input),
    (place) => client.webhookSubscriptions.deliveries.list.query({ ...input, ...place }, inBackground),
    {
      keepFormer: true,
      pollEvery: (pages) =>
        pollingInterval(
          pages.flatMap((page) => page.webhookDeliveries),
          Date.now(),
          idleMilliseconds,
        ),
    },
  );
  const setStatus = (next: DeliveryStatus | null) => {
    const query = new URLSearchParams(parameters);
    if (next === null) query.delete("status");
    else query.set("status", next);
    window.history.pushState(null, "", `${path}?${query}`);
  };
  return (
    <section aria-label={t.deliveries}>
      <Choice
        aria-label={t.deliveryStatus}
        values={deliveryStatuses}
        name={nameStatus}
        none={t.allStatuses}
        value={status}
        className="mb-4 sm:w-44"
        onChange={setStatus}
      />
      <PagedList
        list={list}
        items={(page) => page.webhookDeliveries}
        nouns={t.nouns}
        placeholder={8}
        empty={<Nothing isFiltered={status !== null} onClear={() => setStatus(null)} />}
        note={<p className="mt-1 text-sm text-muted">{t.keptFor30Days}</p>}
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} onOpen={setOpened} />}
      </PagedList>
      {linkedId !== null && <LinkedDelivery key={linkedId} deliveryId={linkedId} subscription={subscription} />}
      {opened !== null && (
        <DeliveryDialog key={opened.id} delivery={opened} subscription={subscription} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

/** The delivery that the address names. */
function LinkedDelivery({ deliveryId, subscription }: { deliveryId: string; subscription: Subscription }) {
  const { data } = useDelivery(deliveryId);
  const [isOpen, setOpen] = useState(true);
  if (!isOpen || data === undefined) return null;
  return <DeliveryDialog delivery={data.webhookDelivery} subscription={subscription} onClose={() => setOpen(false)} />;
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState icon={ListFilter} title={t.noDeliveries} actions={<Button onClick={onClear}>{t.showAll}</Button>}>
        {t.deliveriesAreKept}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Send} title={t.noDeliveriesYet}>
      {t.eventsSent}
    </EmptyState>
  );
}
