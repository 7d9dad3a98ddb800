import { useState } from "react";
import { isScope } from "../../contract/scopes.ts";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { TextareaField } from "../ui/forms/fields.tsx";
import { useChange } from "../client/use-change.ts";
import { Button } from "../ui/button.tsx";
import { joinList } from "../ui/join-list.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import type { Key } from "./portal-types.ts";
import { renewScopes as t } from "./lazy-strings.ts";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";

/** A button that requests the key's granted elevated scopes again; nothing if none can be requested. */
export function RenewScopes({ serviceAccount: { id, elevatedScopes, pendingScopes } }: { serviceAccount: Key }) {
  const [isOpen, setIsOpen] = useState(false);
  const pending = new Set(pendingScopes.map(({ scope }) => scope));
  const scopes = elevatedScopes.filter((scope) => !pending.has(scope));
  if (scopes.length === 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        {t.requestRenewal}
      </Button>
      {isOpen && <RenewDialog keyId={id} scopes={scopes} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RenewDialog({ keyId, scopes, onClose }: { keyId: string; scopes: readonly string[]; onClose: () => void }) {
  const trpc = useTRPC();
  const [purpose, setPurpose] = useState("");
  const { faults, rejection, validate, reject } = useFormErrors<"purpose">();
  const mutation = useChange(trpc.keys.requestRenewal.mutationOptions(), {
    successMessage: () => t.renewalRequested,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateKeys(),
  });
  const submit = () => {
    if (validate(purpose.trim().length < 10 ? { purpose: t.explainInSentenceWhy } : {})) {
      mutation.mutate({ keyId, scopes: scopes.filter(isScope), purpose: purpose.trim() });
    }
  };
  return (
    <FormDialog
      title={t.requestRenewal}
      description={t.requestRenewalDescription(joinList(scopes))}
      action={t.requestRenewal}
      busy={mutation.isPending}
      rejection={rejection}
      rejectionTitle={t.notRequested}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextareaField
        label={t.purpose}
        why="fields#elevated-scopes"
        hint={t.purposeHint}
        error={faults.purpose}
        required
        name="purpose"
        rows={3}
        maxLength={1000}
        value={purpose}
        onChange={setPurpose}
      />
    </FormDialog>
  );
}
