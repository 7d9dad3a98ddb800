"use client";

import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { useSwitching } from "./use-enable.ts";
import type { Subscription } from "./webhook-types.ts";

/** Asks before a subscription is disabled: what waits is given up. */
export function DisableDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { disable, isBusy } = useSwitching(subscription);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title="Disable this subscription?"
      description={`Nothing is delivered to ${subscription.name} until somebody enables it, and what waits to be delivered is given up. Afterwards “Recover” can send it all.`}
      confirm="Disable"
      danger={false}
      busy={isBusy}
      onConfirm={() => {
        disable();
        onClose();
      }}
    />
  );
}
