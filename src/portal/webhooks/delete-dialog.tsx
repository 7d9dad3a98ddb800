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
      tell(`${name} is deleted.`);
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
      title="Delete this subscription?"
      description={
        <>
          Nothing goes to <strong className="font-semibold text-text wrap-anywhere">{name}</strong> any more, and what waits is given up. Its secret signs nothing
          afterwards, and its deliveries are not shown any more. That cannot be taken back; disabling can.
        </>
      }
      confirm="Delete"
      cancel="Keep it"
      busy={remove.isPending}
      onConfirm={() => void act()}
    >
      <Rejection error={remove.error === null ? null : readError(remove.error)} />
    </AlertDialog>
  );
}
