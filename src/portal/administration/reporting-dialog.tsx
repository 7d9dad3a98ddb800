import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useChange } from "../client/use-change.ts";
import { Switch } from "../ui/forms/switch.tsx";
import { NotedDialog } from "./noted-dialog.tsx";
import { reportingDialog as t } from "./strings.ts";
import { useInvalidateOrganizations } from "./use-invalidate-organizations.ts";
import type { OrganizationView } from "./views.ts";

export function ReportingDialog({ organization, onClose }: { organization: OrganizationView; onClose: () => void }) {
  const trpc = useTRPC();
  const [reports, setReports] = useState(organization.reportsToHeadquarters);
  const form = useFormErrors<"note">();
  const mutation = useChange(trpc.administration.setReporting.mutationOptions(), {
    successMessage: ({ reportsToHeadquarters }) =>
      reportsToHeadquarters ? t.isIncludedInParent(organization.name) : t.isExcludedFromParent(organization.name),
    onSuccess: onClose,
    onRejected: form.reject,
    invalidate: useInvalidateOrganizations(),
  });
  return (
    <NotedDialog
      title={t.reportingOf(organization.name)}
      words={t}
      form={form}
      busy={mutation.isPending}
      onSave={(note) => mutation.mutate({ organizationId: organization.id, reportsToHeadquarters: reports, note })}
      onClose={onClose}
    >
      <Switch
        label={t.includeInHeadquartersReports}
        why="fields#place-in-the-hierarchy"
        hint={t.includeInHeadquartersHint}
        checked={reports}
        onChange={(event) => setReports(event.target.checked)}
      />
    </NotedDialog>
  );
}
