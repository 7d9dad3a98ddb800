"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Spinner } from "../ui/feedback/progress.tsx";
import { AttemptItem } from "./deliveries/attempt-list.tsx";
import { useDelivery } from "./deliveries/use-delivery.ts";
import { cancelLabels, describeOutcome } from "./webhook-labels.ts";
import type { Delivery } from "./webhook-types.ts";

interface TestDialogProps {
  deliveryId: string;
  isBusy: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** What becomes of a test, as it comes. */
export function TestDialog({ deliveryId, isBusy, onAgain, onClose }: TestDialogProps) {
  const { data } = useDelivery(deliveryId);
  const delivery = data?.webhookDelivery;
  const last = delivery?.attempts.at(-1);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Test"
      description="An event of type webhook_subscription.tested goes to this subscription alone, signed like any other."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button busy={isBusy} disabled={last === undefined} onClick={onAgain}>
            Send another
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="grid min-h-36 content-start gap-4">
        <Verdict delivery={delivery} />
        {last !== undefined && <AttemptItem attempt={last} />}
      </div>
    </Dialog>
  );
}

function Verdict({ delivery }: { delivery: Delivery | undefined }) {
  const last = delivery?.attempts.at(-1);
  if (delivery?.cancelReason !== null && delivery !== undefined) return <Line tone="bad">{cancelLabels[delivery.cancelReason]}</Line>;
  if (delivery === undefined || last === undefined) {
    return (
      <p className="flex items-center gap-2.5 text-sm font-medium">
        <Spinner />
        On its way. A receiver has 15 seconds to answer.
      </p>
    );
  }
  if (delivery.status === "succeeded") return <Line tone="good">It arrived, and the receiver took it.</Line>;
  return <Line tone="bad">It did not arrive: {describeOutcome(last).title.toLowerCase()}. Like any delivery it is tried again by itself.</Line>;
}

function Line({ tone, children }: { tone: "good" | "bad"; children: React.ReactNode }) {
  const Icon = tone === "good" ? CircleCheck : CircleAlert;
  return (
    <p className="flex items-start gap-2.5 text-sm font-medium">
      <Icon aria-hidden className={tone === "good" ? "mt-0.5 size-4.5 shrink-0 text-success" : "mt-0.5 size-4.5 shrink-0 text-danger"} />
      <span>{children}</span>
    </p>
  );
}
