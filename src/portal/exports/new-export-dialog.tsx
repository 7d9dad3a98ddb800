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
import { listMissing } from "../reports/missing-data.ts";
import { joinList } from "../ui/join-list.ts";
import { useInvalidateExports } from "./use-invalidate-exports.ts";
import {
  ExportForm,
  allParts,
  isPeople,
  listScopes,
  offeredTypes,
  type ExportValues,
  type CheckedExport,
  type OfferedType,
} from "./export-form-schema.ts";
import { formatLabels, typeLabels } from "./export-labels.ts";
import { DaysFields, CaseFields, CaseFileFields, OrganizationFields, PeopleFields } from "./new-export-fields.tsx";
import { newExportDialog as t } from "./strings.ts";

const hints: Readonly<Record<OfferedType, string>> = t.hints;

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
    showToast(t.isBeingCreated(made.fileName));
    onClose();
    await invalidate();
  });
  const lack = describeLacking(form.watch("type"), can);
  const contains = t.containsOnlyDataOf(organizationName, (text) => (
    <TextLink href={href("/reports")}>{text}</TextLink>
  ));
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t.createExport}
        description={contains}
        action={t.createExport}
        busy={form.formState.isSubmitting}
        disabled={lack !== null}
        rejection={rejection?.message}
        rejectionTitle={t.exportNotCreated}
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
  const missing =
    type === "case_file"
      ? listMissing(["cases:read", "clients:read"], can)
      : listMissing(listScopes(type, allParts), can);
  if (missing.length === 0) return null;
  const named = missing
    .filter((permission) => permission !== null)
    .map((permission) => `“${permissionTitles[permission]}”`);
  if (missing.includes(null)) return t.itContainsDataMembers;
  return t.requires(joinList(named));
}

function TypeChoice() {
  const { register } = useFormContext<ExportValues>();
  return (
    <FieldGroup legend={t.contents} why="fields#contents-of-a-file">
      <div className="grid gap-2.5 sm:grid-cols-2">
        {offeredTypes.map((type) => (
          <RadioCard key={type} {...register("type")} value={type} title={typeLabels[type]} hint={hints[type]} />
        ))}
      </div>
    </FieldGroup>
  );
}

function Filters({ type }: { type: OfferedType }) {
  if (type === "cases") return <CaseFields />;
  return isPeople(type) ? <PeopleFields /> : <DaysFields />;
}

const formats = ["xlsx", "csv", "ndjson"] as const;

function Fields() {
  const { watch, register } = useFormContext<ExportValues>();
  const type = watch("type");
  if (type === "case_file") return <CaseFileFields />;
  if (type === "full_organization") return <OrganizationFields />;
  return (
    <>
      <Filters type={type} />
      <FieldGroup legend={t.file}>
        <div className="grid gap-2.5 sm:grid-cols-3">
          {formats.map((format) => (
            <RadioCard key={format} {...register("format")} value={format} title={formatLabels[format]} />
          ))}
        </div>
      </FieldGroup>
    </>
  );
}
