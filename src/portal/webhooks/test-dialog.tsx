import { CircleAlert, CircleCheck } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Spinner } from "../ui/feedback/progress.tsx";
import { AttemptItem } from "./deliveries/attempt-list.tsx";
import { useDelivery } from "./deliveries/use-delivery.ts";
import { testDialog as t } from "./strings.ts";
import { cancelLabels, describeOutcome } from "./webhook-labels.ts";
import type { Delivery } from "./webhook-types.ts";

interface TestDialogProps {
  deliveryId: string;
  isBusy: boolean;
  onAgain: () => void;
  onClose: () => void;
}

export function TestDialog({ deliveryId, isBusy, onAgain, onClose }: TestDialogProps) {
  const { data } = useDelivery(deliveryId);
  const delivery = data?.webhookDelivery;
  const last = delivery?.attempts.at(-1);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t.title}
      description={t.description}
      footer={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          <Button busy={isBusy} disabled={last === undefined} onClick={onAgain}>
            {t.sendAnotherTest}
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
  if (delivery?.cancelReason !== null && delivery !== undefined)
    return <Line tone="bad">{cancelLabels[delivery.cancelReason]}</Line>;
  if (delivery === undefined || last === undefined) {
    return (
      <p className="flex items-center gap-2.5 text-sm font-medium">
        <Spinner />
        {t.sending}
      </p>
    );
  }
  if (delivery.status === "succeeded") return <Line tone="good">{t.delivered}</Line>;
  return <Line tone="bad">{t.notDelivered(describeOutcome(last).title.toLowerCase())}</Line>;
}

function Line({ tone, children }: { tone: "good" | "bad"; children: React.ReactNode }) {
  const Icon = tone === "good" ? CircleCheck : CircleAlert;
  return (
    <p className="flex items-start gap-2.5 text-sm font-medium">
      <Icon
        aria-hidden
        className={tone === "good" ? "mt-0.5 size-4.5 shrink-0 text-success" : "mt-0.5 size-4.5 shrink-0 text-danger"}
      />
      <span>{children}</span>
    </p>
  );
}
