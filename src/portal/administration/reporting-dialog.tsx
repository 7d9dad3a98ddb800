import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useChange } from "../client/use-change.ts";
import { Field } from "../ui/forms/field.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { Textarea } from "../ui/forms/text-input.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { useInvalidateOrganizations } from "./use-invalidate-organizations.ts";
import type { OrganizationView } from "./views.ts";

export function ReportingDialog({ organization, onClose }: { organization: OrganizationView; onClose: () => void }) {
  const trpc = useTRPC();
  const [reports, setReports] = useState(organization.reportsToHeadquarters);
  const [note, setNote] = useState("");
  const { faults, rejection, validate, reject } = useFormErrors<"note">();
  const mutation = useChange(trpc.administration.setReporting.mutationOptions(), {
    done: ({ reportsToHeadquarters }) => (reportsToHeadquarters ? `${organization.name} is included in parent reports.` : `${organization.name} is excluded from parent reports.`),
    onDone: onClose,
    onRejected: reject,
    refetch: useInvalidateOrganizations(),
  });
  const submit = () => {
    const isValid = validate(note.trim() === "" ? { note: "Enter a reason." } : {});
    if (isValid) mutation.mutate({ organizationId: organization.id, reportsToHeadquarters: reports, note: note.trim() });
  };
  return (
    <FormDialog
      title={`Reporting of ${organization.name}`}
      description="Headquarters reports can include child organizations. Applies from the next page of a report."
      action="Save changes"
      busy={mutation.isPending}
      rejection={rejection}
      rejectionTitle="Not changed"
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <Switch
        label="Include in headquarters reports"
        why="fields#place-in-the-hierarchy"
        hint="If off, this organization and its child organizations are excluded."
        checked={reports}
        onChange={(event) => setReports(event.target.checked)}
      />
      <Field label="Note" why="fields#note" hint="Reason. Shown in the organization’s audit log." error={faults.note} required>
        {(control) => <Textarea {...control} name="note" rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
