import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useChange } from "../client/use-change.ts";
import { Switch } from "../ui/forms/switch.tsx";
import { NotedDialog } from "./noted-dialog.tsx";
import { sandboxScopesDialog as t } from "./strings.ts";
import { useInvalidateOrganizations } from "./use-invalidate-organizations.ts";
import type { OrganizationView } from "./views.ts";

interface SandboxScopesDialogProps {
  organization: OrganizationView;
  onClose: () => void;
}

export function SandboxScopesDialog({ organization, onClose }: SandboxScopesDialogProps) {
  const trpc = useTRPC();
  const [isAllowed, setAllowed] = useState(organization.sandboxElevatedScopes);
  const form = useFormErrors<"note">();
  const mutation = useChange(trpc.administration.setSandboxElevatedScopes.mutationOptions(), {
    successMessage: (saved) => (saved.isAllowed ? t.areGranted(organization.name) : t.areDecided(organization.name)),
    onSuccess: onClose,
    onRejected: form.reject,
    invalidate: useInvalidateOrganizations(),
  });
  return (
    <NotedDialog
      title={t.elevatedScopesOf(organization.name)}
      words={t}
      form={form}
      busy={mutation.isPending}
      onSave={(note) => mutation.mutate({ organizationId: organization.id, isAllowed, note })}
      onClose={onClose}
    >
      <Switch
        label={t.grantAtOnce}
        why="fields#elevated-scopes-of-a-sandbox"
        hint={t.grantAtOnceHint}
        checked={isAllowed}
        onChange={(event) => setAllowed(event.target.checked)}
      />
    </NotedDialog>
  );
}
