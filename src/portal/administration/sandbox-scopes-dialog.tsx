import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useChange } from "../client/use-change.ts";
import { Switch } from "../ui/forms/switch.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { NoteField } from "./note-field.tsx";
import { sandboxScopesDialog as t } from "./strings.ts";
import { useInvalidateOrganizations } from "./use-invalidate-organizations.ts";
import type { OrganizationView } from "./views.ts";

export function SandboxScopesDialog({
  organization,
  onClose,
}: {
  organization: OrganizationView;
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const [isAllowed, setAllowed] = useState(organization.sandboxElevatedScopes);
  const [note, setNote] = useState("");
  const { faults, rejection, validate, reject } = useFormErrors<"note">();
  const mutation = useChange(trpc.administration.setSandboxElevatedScopes.mutationOptions(), {
    successMessage: (saved) => (saved.isAllowed ? t.areGranted(organization.name) : t.areDecided(organization.name)),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateOrganizations(),
  });
  const submit = () => {
    const isValid = validate(note.trim() === "" ? { note: t.enterReason } : {});
    if (isValid) mutation.mutate({ organizationId: organization.id, isAllowed, note: note.trim() });
  };
  return (
    <FormDialog
      title={t.elevatedScopesOf(organization.name)}
      description={t.description}
      action={t.saveChanges}
      busy={mutation.isPending}
      rejection={rejection}
      rejectionTitle={t.notChanged}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <Switch
        label={t.grantAtOnce}
        why="fields#elevated-scopes-of-a-sandbox"
        hint={t.grantAtOnceHint}
        checked={isAllowed}
        onChange={(event) => setAllowed(event.target.checked)}
      />
      <NoteField hint={t.noteHint} error={faults.note} value={note} onChange={setNote} />
    </FormDialog>
  );
}
