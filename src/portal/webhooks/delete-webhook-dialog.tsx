import { useRouter } from "next/navigation";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { useInvalidateWebhooks } from "./use-invalidate-webhooks.ts";
import type { Subscription } from "./webhook-types.ts";

export function DeleteWebhookDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { href } = useOrganization();
  const router = useRouter();
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateWebhooks();
  const remove = useMutationWithConfirmation(trpc.webhookSubscriptions.delete.mutationOptions());
  const { id, name } = subscription;
  const act = async () => {
    try {
      await remove.mutateAsync({ subscriptionId: id });
      showToast(`${name} was deleted.`);
      router.push(href("/webhooks"));
      await invalidate();
    } catch {
      // The dialog shows the error.
    }
  };
  return (
    <DeleteDialog noun="webhook" name={name} mutation={remove} onDelete={() => void act()} onClose={onClose}>
      receives no more events. Pending deliveries are abandoned and the delivery log is removed. This cannot be undone. To stop it temporarily, disable it.
    </DeleteDialog>
  );
}
