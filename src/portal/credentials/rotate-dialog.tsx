import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useTRPC } from "../client/trpc.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";
import type { Key } from "./portal-types.ts";
import { describeOverlap, NewExpiry, OverlapField, useRotationForm } from "./rotation-fields.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { rotateDialog as t } from "./lazy-strings.ts";

interface RotateDialogProps {
  serviceAccount: Key;
  onClose: () => void;
}

export function RotateDialog({ serviceAccount, onClose }: RotateDialogProps) {
  const trpc = useTRPC();
  const invalidate = useInvalidateKeys();
  const [shown, setShown] = useState<{ secret: string; overlap: string | null } | null>(null);
  const rotate = useMutationWithConfirmation(trpc.serviceAccounts.rotate.mutationOptions({ gcTime: 0 }));
  const isExpired = serviceAccount.status === "expired";
  const { form, rejection, submit } = useRotationForm([serviceAccount], { isExpired });
  const send = submit(async ({ overlapHours: overlap, validUntil }) => {
    const input = {
      serviceAccountId: serviceAccount.id,
      overlapHours: overlap,
      ...(validUntil !== null && { validUntil }),
    };
    const rotated = await rotate.mutateAsync(input);
    setShown({ secret: rotated.secret, overlap: describeOverlap(rotated.serviceAccount) });
    rotate.reset();
    await invalidate();
  });
  if (shown !== null)
    return (
      <SecretOnce
        keyId={serviceAccount.id}
        keyName={serviceAccount.name}
        secret={shown.secret}
        overlap={shown.overlap}
        onStored={onClose}
      />
    );
  return (
    <FormDialog
      title={t.rotateKey}
      description={t.getsNewSecret(serviceAccount.name)}
      action={t.rotateKey}
      busy={form.formState.isSubmitting}
      rejection={rejection?.message}
      rejectionTitle={t.keyWasNotRotated}
      onSubmit={send}
      onClose={onClose}
    >
      {!isExpired && <OverlapField control={form.control} hasTwo={serviceAccount.secrets.length > 1} />}
      <NewExpiry control={form.control} keys={[serviceAccount]} isRequired={isExpired} />
    </FormDialog>
  );
}
