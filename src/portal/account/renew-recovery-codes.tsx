import { useState } from "react";
import { callIdentity } from "../client/identity/call-identity.ts";
import { useConfirmed } from "../client/confirmation.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { PasswordForm } from "../client/identity/password-form.tsx";
import { RecoveryCodes } from "../client/identity/recovery-codes.tsx";
import { renewRecoveryCodes as t } from "./strings.ts";

export default function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const confirmed = useConfirmed();
  const showToast = useToast();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = async (password: string) => {
    const renewed = await confirmed(() =>
      callIdentity<{ backupCodes: string[] }>("two-factor/generate-backup-codes", { password }),
    );
    setCodes(renewed.backupCodes);
  };
  const finish = () => {
    onClose();
    showToast(t.recoveryCodesCreated);
  };
  if (codes === null) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        width="sm"
        title={t.createRecoveryCodes}
        description={t.createRecoveryCodesDescription}
      >
        <PasswordForm submit={t.createRecoveryCodes} onSubmit={renew} onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={() => undefined} dismissible={false} title={t.yourNewRecoveryCodes}>
      <RecoveryCodes codes={codes} onStored={finish} />
    </Dialog>
  );
}
