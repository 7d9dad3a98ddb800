import { callIdentity } from "../client/identity/call-identity.ts";
import { useConfirmed } from "../client/confirmation.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { PasswordForm } from "../client/identity/password-form.tsx";
import { useInvalidate } from "../client/use-invalidate.ts";

/** Turns off the second factor, and with it everything that requires one. */
export default function DisableSecondFactor({ onClose }: { onClose: () => void }) {
  const confirmed = useConfirmed();
  const refetch = useInvalidate((trpc) => [trpc.account.pathFilter()]);
  const showToast = useToast();
  const disable = async (password: string) => {
    await confirmed(() => callIdentity("two-factor/disable", { password }));
    onClose();
    showToast("Second factor turned off.");
    await refetch();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      title="Turn off second factor?"
      description="Your passkeys are removed. You will sign in with your password only, and cannot create or change API keys until you set up a new one."
    >
      <PasswordForm submit="Turn off second factor" danger onSubmit={disable} onCancel={onClose} />
    </Dialog>
  );
}
