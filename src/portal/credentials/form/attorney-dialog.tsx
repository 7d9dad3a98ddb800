import { readError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { useAttorneyChoice } from "./attorney-select.tsx";
import { useInvalidateKeys } from "../use-invalidate-keys.ts";
import { attorneyDialog as t } from "../strings.ts";

interface AttorneyDialogProps {
  keyId: string;
  keyName: string;
  onClose: () => void;
}

export function AttorneyDialog({ keyId, keyName, onClose }: AttorneyDialogProps) {
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateKeys();
  const { require, setFault, field } = useAttorneyChoice();
  const update = useMutationWithConfirmation(trpc.serviceAccounts.update.mutationOptions());
  const save = async () => {
    const chosen = require();
    if (chosen === null) return;
    try {
      await update.mutateAsync({ serviceAccountId: keyId, actingAttorneyId: chosen });
      showToast(t.hasNewActingAttorney(keyName));
      onClose();
    } catch (error) {
      const { faults, message } = readError(error);
      setFault(faults[0]?.message ?? message);
    } finally {
      await invalidate();
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      title={t.chooseActingAttorney}
      description={t.fromNextRequest(keyName)}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" busy={update.isPending} onClick={() => void save()}>
            {t.saveChanges}
          </Button>
        </>
      }
    >
      {field}
    </Dialog>
  );
}
