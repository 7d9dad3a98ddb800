import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useChange } from "../client/use-change.ts";
import { Switch } from "../ui/forms/switch.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { NoteField } from "./note-field.tsx";
import { reportingDialog as t } from "./strings.ts";
import { useInvalidateOrganizations } from "./use-invalidate-organizations.ts";
import type { OrganizationView } from "./views.ts";

export function ReportingDialog({ organization, onClose }: { organization: OrganizationView; onClose: () => void }) {
  const trpc = useTRPC();
  const [reports, setReports] = useState(organization.reportsToHeadquarters);
  const [note, setNote] = useState("");
  const { faults, rejection, validate, reject } = useFormErrors<"note">();
  const mutation = useChange(trpc.administration.setReporting.mutationOptions(), {
    successMessage: ({ reportsToHeadquarters }) =>
      reportsToHeadquarters ? t.isIncludedInParent(organization.name) : t.isExcludedFromParent(organization.name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateOrganizations(),
  });
  const submit = () => {
    const isValid = validate(note.trim() === "" ? { note: t.enterReason } : {});
    if (isValid)
      mutation.mutate({ organizationId: organization.id, reportsToHeadquarters: reports, note: note.trim() });
  };
  return (
    <FormDialog
      title={t.reportingOf(organization.name)}
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
        label={t.includeInHeadquartersReports}
        why="fields#place-in-the-hierarchy"
        hint={t.includeInHeadquartersHint}
        checked={reports}
        onChange={(event) => setReports(event.target.checked)}
      />
      <NoteField hint={t.noteHint} error={faults.note} value={note} onChange={setNote} />
    </FormDialog>
  );
}
