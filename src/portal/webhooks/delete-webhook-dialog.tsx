import { useRouter } from "next/navigation";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { deleteWebhookDialog as t } from "./strings.ts";
import { useInvalidateWebhooks } from "./use-invalidate-webhooks.ts";
import type { Subscription } from "./webhook-types.ts";

export function DeleteWebhookDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { href } = useOrganization();
  const router = useRouter();
  const invalidate = useInvalidateWebhooks();
  const { id, name } = subscription;
  const onSuccess = () => router.push(href("/webhooks"));
  const remove = useChange(useTRPC().webhookSubscriptions.delete.mutationOptions(), {
    successMessage: () => t.wasDeleted(name),
    onSuccess,
    onRejected: null,
    invalidate,
  });
  return (
    <DeleteDialog
      noun={t.webhook}
      name={name}
      mutation={remove}
      onDelete={() => remove.mutate({ subscriptionId: id })}
      onClose={onClose}
    >
      {t.receivesNoMoreEvents}
    </DeleteDialog>
  );
}
