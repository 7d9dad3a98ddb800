import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { disableDialog as t } from "./strings.ts";
import { useSwitching } from "./use-enable.ts";
import type { Subscription } from "./webhook-types.ts";

/** Disabling cancels pending deliveries. */
export function DisableDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { disable, isBusy } = useSwitching(subscription);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.disableWebhook}
      description={t.disableWebhookDescription(subscription.name)}
      confirm={t.disableWebhookConfirm}
      danger={false}
      busy={isBusy}
      onConfirm={() => {
        disable();
        onClose();
      }}
    />
  );
}
