import { callIdentity } from "../client/identity/call-identity.ts";
import { useConfirmed } from "../client/confirmation.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { PasswordForm } from "../client/identity/password-form.tsx";
import { useInvalidate } from "../client/use-invalidate.ts";
import { disableSecondFactor as t } from "./strings.ts";

/** Turns off the second factor, and with it everything that requires one. */
export default function DisableSecondFactor({ onClose }: { onClose: () => void }) {
  const confirmed = useConfirmed();
  const invalidate = useInvalidate((trpc) => [trpc.account.pathFilter()]);
  const showToast = useToast();
  const disable = async (password: string) => {
    await confirmed(() => callIdentity("two-factor/disable", { password }));
    onClose();
    showToast(t.secondFactorTurnedOff);
    await invalidate();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      title={t.turnOffSecondFactor}
      description={t.turnOffSecondDescription}
    >
      <PasswordForm submit={t.turnOffSecondFactorSubmit} danger onSubmit={disable} onCancel={onClose} />
    </Dialog>
  );
}
