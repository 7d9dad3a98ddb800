import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { useSwitching } from "./use-enable.ts";
import type { Subscription } from "./webhook-types.ts";

/** Disabling cancels pending deliveries. */
export function DisableDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { disable, isBusy } = useSwitching(subscription);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title="Disable webhook?"
      description={`Events are not sent to ${subscription.name} until it is enabled. Pending deliveries are abandoned. You can recover missed events later.`}
      confirm="Disable webhook"
      danger={false}
      busy={isBusy}
      onConfirm={() => {
        disable();
        onClose();
      }}
    />
  );
}
