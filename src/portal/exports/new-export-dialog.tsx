import { useState } from "react";
import { FormProvider, useFormContext } from "react-hook-form";
import { exportParts } from "../../contract/export-parts.ts";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useTRPC } from "../client/trpc.ts";
import { usePortalForm } from "../client/forms/use-portal-form.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { permissionTitles } from "../team/permission-labels.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { TextLink } from "../ui/link.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { listMissing } from "../reports/report-labels.ts";
import { joinList } from "../ui/join-list.ts";
import { useInvalidateExports } from "./export-actions.tsx";
import { ExportForm, allParts, listScopes, offeredTypes, type ExportValues, type CheckedExport, type OfferedType } from "./export-form-schema.ts";
import { formatLabels, typeLabels } from "./export-labels.ts";
import { AuditFields, CaseFields, CaseFileFields, OrganizationFields } from "./new-export-fields.tsx";

const hints: Readonly<Record<OfferedType, string>> = {
  cases: "A table with one row per case.",
  case_file: "Archive of one case: records, documents, ledger and activity.",
  audit_log: "Security-relevant actions with actor and time.",
  full_organization: "Archive of all data.",
};

export function NewExportDialog({ onClose }: { onClose: () => void }) {
  const { can, href, organizationName } = useOrganization();
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateExports();
  const create = useMutationWithConfirmation(trpc.exports.create.mutationOptions());
  const [start] = useState(() => startValues(can));
  const { form, rejection, submit } = usePortalForm<ExportValues, CheckedExport>(ExportForm, start);
  const send = submit(async (values) => {
    const { export: made } = await create.mutateAsync(values);
    showToast(`${made.fileName} is being created. You can continue working.`);
    onClose();
    await invalidate();
  });
  const lack = describeLacking(form.watch("type"), can);
  return (
    <FormProvider {...form}>
      <FormDialog
        title="Create export"
        description={
          <>
            Contains only data of {organizationName}. To export a report, run it under <TextLink href={href("/reports")}>Reports</TextLink>.
          </>
        }
        action="Create export"
        busy={form.formState.isSubmitting}
        disabled={lack !== null}
        rejection={rejection?.message}
        rejectionTitle="Export not created"
        onSubmit={send}
        onClose={onClose}
      >
        <TypeChoice />
        {lack === null ? <Fields /> : <Banner tone="warning">{lack}</Banner>}
      </FormDialog>
    </FormProvider>
  );
}

function startValues(can: Can): ExportValues {
  return {
    type: offeredTypes.find((type) => describeLacking(type, can) === null) ?? "cases",
    format: "xlsx",
    matterStage: "",
    matterStatus: "",
    attorneyId: "",
    updatedFrom: "",
    updatedTo: "",
    caseId: "",
    include: allParts.filter((part) => listMissing([exportParts[part]], can).length === 0),
    caseFiles: true,
    allFiles: false,
    from: "",
    to: "",
  };
}

type Can = ReturnType<typeof useOrganization>["can"];

/** Why the member cannot create this type; null if they can. Parts of a case file can be omitted. */
function describeLacking(type: OfferedType, can: Can): string | null {
  const missing = type === "case_file" ? listMissing(["cases:read", "clients:read"], can) : listMissing(listScopes(type, allParts), can);
  if (missing.length === 0) return null;
  const named = missing.filter((permission) => permission !== null).map((permission) => `“${permissionTitles[permission]}”`);
  if (missing.includes(null)) return "It contains data members cannot export. Use an API key with all required scopes and POST /exports.";
  return `Requires ${joinList(named)}. An owner or administrator can grant it.`;
}

function TypeChoice() {
  const { register } = useFormContext<ExportValues>();
  return (
    <FieldGroup legend="Contents" why="fields#contents-of-a-file">
      <div className="grid gap-2.5 sm:grid-cols-2">
        {offeredTypes.map((type) => (
          <RadioCard key={type} {...register("type")} value={type} title={typeLabels[type]} hint={hints[type]} />
        ))}
      </div>
    </FieldGroup>
  );
}

const formats = ["xlsx", "csv", "ndjson"] as const;

function Fields() {
  const { watch, register } = useFormContext<ExportValues>();
  const type = watch("type");
  if (type === "case_file") return <CaseFileFields />;
  if (type === "full_organization") return <OrganizationFields />;
  return (
    <>
      {type === "cases" ? <CaseFields /> : <AuditFields />}
      <FieldGroup legend="File">
        <div className="grid gap-2.5 sm:grid-cols-3">
          {formats.map((format) => (
            <RadioCard key={format} {...register("format")} value={format} title={formatLabels[format]} />
          ))}
        </div>
      </FieldGroup>
    </>
  );
}
