import { useState } from "react";
import { foldName } from "../../contract/values/fold-name.ts";
import { clickEnded } from "../client/click-ended.ts";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { TextField, TextareaField } from "../ui/forms/fields.tsx";
import { MadeKeyList, useMadeKeys } from "./created-keys.tsx";
import type { Key } from "./portal-types.ts";
import { revokeDialog as t } from "./lazy-strings.ts";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";

interface RevokeDialogProps {
  keyId: string;
  keyName: string;
  onClose: () => void;
}

/**
 * Requires typing the key's name, and a reason for the audit log. Shows what the key created, which is revoked too by
 * default, and whose secrets it got by rotation, which end.
 */
export function RevokeDialog({ keyId, keyName, onClose }: RevokeDialogProps) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isRevokingMade, setRevokingMade] = useState(true);
  const created = useMadeKeys({ createdByKeyId: keyId });
  const rotated = useMadeKeys({ rotatedByKeyId: keyId });
  const revoke = useChange(trpc.serviceAccounts.revoke.mutationOptions(), {
    successMessage: () => t.wasRevoked(keyName),
    onSuccess: onClose,
    onRejected: null,
    invalidate: useInvalidateKeys(),
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.revokeKey}
      description={t.revokeKeyDescription}
      confirm={t.revokeKeyConfirm}
      ready={isTyped(typed, keyName) && reason.trim() !== "" && !created.isPending && !rotated.isPending}
      busy={revoke.isPending}
      onConfirm={() =>
        revoke.mutate({ serviceAccountId: keyId, reason: reason.trim(), keepCreatedKeys: !isRevokingMade })
      }
    >
      <div className="grid gap-4">
        <TypedConfirmation
          label={t.enterKeysName}
          expected={keyName}
          typed={typed}
          onChange={setTyped}
          error={t.enterKeysNameError}
        />
        <ReasonField reason={reason} onChange={setReason} />
        <MadeChoice
          keyId={keyId}
          created={created}
          rotated={rotated}
          isChecked={isRevokingMade}
          onChange={setRevokingMade}
        />
        <RejectionAlert error={revoke.error} />
      </div>
    </AlertDialog>
  );
}

interface MadeChoiceProps {
  keyId: string;
  created: ReturnType<typeof useMadeKeys>;
  rotated: ReturnType<typeof useMadeKeys>;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

function MadeChoice({ keyId, created, rotated, isChecked, onChange }: MadeChoiceProps) {
  const hasError = created.error !== null || rotated.error !== null;
  const revoked = listLive(created);
  const losing = listLive(rotated);
  if (revoked.keys.length === 0 && !revoked.hasMore && losing.keys.length === 0 && !hasError) return null;
  return (
    <div className="grid gap-2.5">
      <Checkbox
        label={t.alsoRevokeKeys}
        hint={hasError ? t.listOfTheseKeys : t.alsoOfKeys}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <MadeKeyList createdByKeyId={keyId} {...revoked} />
      {losing.keys.length > 0 && <p className="text-sm text-muted">{t.theseKeysStayActive}</p>}
      <MadeKeyList {...losing} />
    </div>
  );
}

function listLive({ data }: ReturnType<typeof useMadeKeys>): { keys: Key[]; hasMore: boolean } {
  return {
    keys: data?.serviceAccounts.filter(({ status }) => status !== "revoked") ?? [],
    hasMore: data !== undefined && data.nextCursor !== null,
  };
}

interface TypedConfirmationProps {
  label: string;
  expected: string;
  typed: string;
  onChange: (typed: string) => void;
  /** Shown once the field was left. */
  error: string;
}

export const isTyped = (typed: string, expected: string) => foldName(typed) === foldName(expected);

export function TypedConfirmation({ label, expected, typed, onChange, error }: TypedConfirmationProps) {
  const [isLeft, setLeft] = useState(false);
  return (
    <TextField
      label={label}
      hint={<strong className="font-semibold text-text wrap-anywhere">{expected}</strong>}
      error={isLeft && typed !== "" && !isTyped(typed, expected) ? error : undefined}
      required
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onBlur={() => void clickEnded().then(() => setLeft(true))}
      onChange={onChange}
    />
  );
}

export function ReasonField({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  return (
    <TextareaField
      label={t.reason}
      why="fields#revocation-of-a-key"
      hint={t.reasonHint}
      required
      rows={2}
      maxLength={500}
      value={reason}
      onChange={onChange}
    />
  );
}
