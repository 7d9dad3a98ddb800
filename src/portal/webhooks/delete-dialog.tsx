"use client";

import { useRouter } from "next/navigation";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { useInvalidateWebhooks } from "./use-invalidate-webhooks.ts";
import { Rejection } from "./rejection.tsx";
import type { Subscription } from "./webhook-types.ts";

/** Asks before a subscription is deleted, which cannot be taken back. */
export function DeleteDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { href } = useOrganization();
  const router = useRouter();
  const trpc = useTRPC();
  const tell = useToast();
  const forget = useInvalidateWebhooks();
  const remove = useMutationWithConfirmation(trpc.webhooks.delete.mutationOptions());
  const { id, name } = subscription;
  const act = async () => {
    try {
      await remove.mutateAsync({ subscriptionId: id });
      tell(`${name} was deleted.`);
      router.push(href("/webhooks"));
      await forget();
    } catch {
      // What went wrong stands in the dialog.
    }
  };
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title="Delete webhook?"
      description={
        <>
          Nothing is sent to <strong className="font-semibold text-text wrap-anywhere">{name}</strong> any more. Pending deliveries are abandoned and the delivery log is removed. This cannot be undone. To stop it temporarily, disable it.
        </>
      }
      confirm="Delete webhook"
      cancel="Cancel"
      busy={remove.isPending}
      onConfirm={() => void act()}
    >
      <Rejection error={remove.error === null ? null : readError(remove.error)} />
    </AlertDialog>
  );
}
