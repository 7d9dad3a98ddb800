import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useChange } from "../client/use-change.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { PlacementFields, type Placement } from "./placement-fields.tsx";
import { organizationDialog as t } from "./strings.ts";
import { useInvalidateOrganizations } from "./use-invalidate-organizations.ts";
import type { OrganizationView } from "./views.ts";

interface OrganizationDialogProps {
  organization: OrganizationView;
  organizations: readonly OrganizationView[];
  onClose: () => void;
}

export function OrganizationDialog({ organization, organizations, onClose }: OrganizationDialogProps) {
  const trpc = useTRPC();
  const { id, name, parentOrganizationId, isHeadquarters, timezone } = organization;
  const [values, setValues] = useState<Placement>({ parentOrganizationId, isHeadquarters, timezone, note: "" });
  const { faults, rejection, validate, reject } = useFormErrors<keyof Placement>();
  const mutation = useChange(trpc.administration.updateOrganization.mutationOptions(), {
    successMessage: () => t.saved(name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateOrganizations(),
  });
  const submit = () => {
    if (!validate(values.note.trim() === "" ? { note: t.enterReason } : {})) return;
    // Only what was changed here, so that it does not undo what another administrator changed meanwhile.
    mutation.mutate({
      organizationId: id,
      note: values.note.trim(),
      ...(values.parentOrganizationId !== parentOrganizationId && {
        parentOrganizationId: values.parentOrganizationId,
      }),
      ...(values.isHeadquarters !== isHeadquarters && { isHeadquarters: values.isHeadquarters }),
      ...(values.timezone !== timezone && { timezone: values.timezone }),
    });
  };
  return (
    <FormDialog
      title={t.edit(name)}
      action={t.saveChanges}
      busy={mutation.isPending}
      rejection={rejection}
      rejectionTitle={t.notChanged}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlacementFields
        values={values}
        change={(changes) => setValues({ ...values, ...changes })}
        faults={faults}
        organizations={organizations}
        organizationId={id}
      />
    </FormDialog>
  );
}
