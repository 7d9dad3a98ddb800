import { useState } from "react";
import { rotationHours } from "../../contract/webhooks/webhooks.ts";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useTRPC } from "../client/trpc.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { formatInstant } from "../ui/relative-time.tsx";
import { useInvalidateWebhooks } from "./use-invalidate-webhooks.ts";
import { SigningSecretOnce } from "./signing-secret-once.tsx";
import { rotateDialog as t } from "./strings.ts";
import type { Subscription } from "./webhook-types.ts";

interface RotateDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

export function RotateDialog({ subscription, onClose }: RotateDialogProps) {
  const trpc = useTRPC();
  const invalidate = useInvalidateWebhooks();
  const [shown, setShown] = useState<{ secret: string; overlap: string } | null>(null);
  const rotate = useMutationWithConfirmation(trpc.webhookSubscriptions.rotateSecret.mutationOptions({ gcTime: 0 }));
  const { id, name, secrets } = subscription;
  const act = async () => {
    try {
      const rotated = await rotate.mutateAsync({ subscriptionId: id });
      setShown({ secret: rotated.secret, overlap: describeOverlap(rotated.webhookSubscription) });
      rotate.reset();
      await invalidate();
    } catch {
      // The dialog shows the error.
    }
  };
  if (shown !== null)
    return <SigningSecretOnce name={name} secret={shown.secret} overlap={shown.overlap} onStored={onClose} />;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.rotateSigningSecret}
      description={t.rotateSigningSecretDescription(name, rotationHours)}
      confirm={t.rotateSecret}
      danger={false}
      busy={rotate.isPending}
      onConfirm={() => void act()}
    >
      <div className="grid gap-4">
        {secrets.length > 1 && <Banner tone="warning">{t.webhookHasAtMost}</Banner>}
        <RejectionAlert error={rotate.error} />
      </div>
    </AlertDialog>
  );
}

function describeOverlap({ secrets }: Subscription): string {
  const old = secrets.find(({ expiresAt }) => expiresAt !== null);
  if (old === undefined || old.expiresAt === null) return t.previousSecretNoLonger;
  return t.bothSecretsSign(old.prefix, formatInstant(old.expiresAt));
}
