"use client";

import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useTRPC } from "../client/trpc.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Textarea, TextInput } from "../ui/forms/text-input.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { CreatedKeyList, useCreatedKeys } from "./created-keys.tsx";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";

interface RevokeDialogProps {
  keyId: string;
  keyName: string;
  onClose: () => void;
}

/** Ignores surrounding whitespace and Unicode normalization. */
const plain = (name: string) => name.normalize("NFC").trim();

/** Requires typing the key's name, and a reason for the audit log. Shows what the key created, which is revoked too by default. */
export function RevokeDialog({ keyId, keyName, onClose }: RevokeDialogProps) {
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateKeys();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isLeft, setLeft] = useState(false);
  const [isRevokingCreated, setRevokingCreated] = useState(true);
  const created = useCreatedKeys(keyId);
  const revoke = useMutationWithConfirmation(trpc.serviceAccounts.revoke.mutationOptions());
  const isName = plain(typed) === plain(keyName);
  const act = async () => {
    try {
      await revoke.mutateAsync({ serviceAccountId: keyId, reason: reason.trim(), keepCreatedKeys: !isRevokingCreated });
      showToast(`${keyName} was revoked.`);
      onClose();
    } catch {
      // The dialog shows the error.
    } finally {
      await invalidate();
    }
  };
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title="Revoke key?"
      description="Requests with it fail immediately. This cannot be undone. To stop it temporarily, pause it."
      confirm="Revoke key"
      ready={isName && reason.trim() !== "" && !created.isPending}
      busy={revoke.isPending}
      onConfirm={() => void act()}
    >
      <div className="grid gap-4">
        <NameField keyName={keyName} typed={typed} onChange={setTyped} onLeave={() => setLeft(true)} error={isLeft && typed !== "" && !isName ? "The name does not match" : undefined} />
        <Field label="Reason" hint="Shown in the key’s history and the audit log." required>
          {(control) => <Textarea {...control} rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
        <CreatedChoice keyId={keyId} created={created} isChecked={isRevokingCreated} onChange={setRevokingCreated} />
        <RejectionAlert error={revoke.error} />
      </div>
    </AlertDialog>
  );
}

interface CreatedChoiceProps {
  keyId: string;
  created: ReturnType<typeof useCreatedKeys>;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

function CreatedChoice({ keyId, created: { data, error }, isChecked, onChange }: CreatedChoiceProps) {
  const keys = data?.serviceAccounts.filter(({ status }) => status !== "revoked") ?? [];
  const hasMore = data !== undefined && data.nextCursor !== null;
  if (keys.length === 0 && !hasMore && error === null) return null;
  return (
    <div className="grid gap-2.5">
      <Checkbox
        label="Also revoke the keys that it created"
        hint={error === null ? "Also keys that those keys created." : "The list of these keys could not be loaded."}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <CreatedKeyList keyId={keyId} keys={keys} hasMore={hasMore} />
    </div>
  );
}

interface NameFieldProps {
  keyName: string;
  typed: string;
  onChange: (typed: string) => void;
  onLeave: () => void;
  error: string | undefined;
}

function NameField({ keyName, typed, onChange, onLeave, error }: NameFieldProps) {
  return (
    <Field
      label="Enter the key’s name to confirm"
      hint={
        <strong className="font-semibold text-text wrap-anywhere">
          {keyName}
        </strong>
      }
      error={error}
      required
    >
      {(control) => <TextInput {...control} value={typed} autoComplete="off" spellCheck={false} onBlur={onLeave} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
