import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { usePortalForm } from "../../client/forms/use-portal-form.ts";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { useOrganization } from "../../shell/account-context.tsx";
import { later } from "../../ui/feedback/later.tsx";
import { SkeletonTab } from "../../ui/feedback/skeleton.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/forms/field.tsx";
import { LinkButton } from "../../ui/link.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { AboutSection } from "./about.tsx";
import { ColumnsSection } from "./columns.tsx";
import { FieldsProvider } from "./definition.ts";
import type { EntityFields } from "./draft.ts";
import { FiltersSection } from "./filter-section.tsx";
import type { CheckedReport } from "./form-schema.ts";
import { newReport, readReport, type ReportValues } from "./form.ts";
import { ChartSection, OrderSection } from "./order.tsx";
import type { WholeReport } from "../report-types.ts";
import { builder as t } from "./strings.ts";
import { useInvalidateReports } from "../use-reports.ts";

const RejectionBanner = later(() => import("./rejection-banner.tsx").then((module) => module.RejectionBanner));
const Preview = later(() => import("./preview.tsx").then((module) => module.Preview), SkeletonTab);
/** A section far below what a screen shows at first. */
const AudienceSection = later(() => import("./audience.tsx").then((module) => module.AudienceSection), SkeletonTab);

interface ReportBuilderProps {
  apiRouter: readonly EntityFields[];
  /** null for a new report. */
  report: WholeReport | null;
}

export function ReportBuilder({ apiRouter, report }: ReportBuilderProps) {
  const { href } = useOrganization();
  const fieldsOf = (entity: ReportValues["entity"]) => apiRouter.find((each) => each.entity === entity)?.fields ?? [];
  // The initial values: a concurrent change is reported on save.
  const [start] = useState(report);
  const [values] = useState(() =>
    report === null ? startValues(apiRouter) : readReport(report, fieldsOf(report.entity)),
  );
  const { form, rejection, submit } = usePortalForm<ReportValues, CheckedReport>(
    () => import("./form-schema.ts").then((file) => file.reportForm(fieldsOf)),
    values,
  );
  const { save, savedId } = useSave(start);
  const { isDirty, isSubmitting, isSubmitted, errors } = form.formState;
  const hasFaults = isSubmitted && Object.keys(errors).length > 0;
  return (
    <FormProvider {...form}>
      <form onSubmit={submit(save)} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FieldsProvider value={fieldsOf(form.watch("entity"))}>
          <AboutSection apiRouter={apiRouter} isSaved={start !== null} />
          <ColumnsSection />
          <FiltersSection />
          <OrderSection />
          <ChartSection />
          <AudienceSection />
          <Preview fields={fieldsOf(form.watch("entity"))} />
        </FieldsProvider>
        <FieldError message={errors.definition?.root?.message} />
        {rejection !== null && <RejectionBanner rejection={rejection} />}
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2.5 border-t border-line pt-5">
          <output className={hasFaults ? "text-sm text-danger" : "text-sm text-muted"}>
            {hasFaults ? t.someFieldsNeedAttention : t.shownAfterSaving}
          </output>
          <LinkButton href={href(start === null ? "/reports" : `/reports/${start.id}`)}>{t.cancel}</LinkButton>
          <Button type="submit" variant="primary" busy={isSubmitting || savedId !== null}>
            {t.saveAndRun}
          </Button>
        </div>
      </form>
      <UnsavedGuard
        active={isDirty && savedId === null}
        title={t.leaveWithoutSaving}
        description={t.inputWillBeLost}
        leave={t.leavePage}
      />
    </FormProvider>
  );
}

function startValues(apiRouter: readonly EntityFields[]): ReportValues {
  return {
    ...newReport,
    entity: (apiRouter.find(({ isAllowed }) => isAllowed) ?? apiRouter[0])?.entity ?? newReport.entity,
  };
}

function useSave(start: WholeReport | null) {
  const { href } = useOrganization();
  const router = useRouter();
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateReports();
  const create = useMutationWithConfirmation(trpc.reports.create.mutationOptions());
  const update = useMutationWithConfirmation(trpc.reports.update.mutationOptions());
  const [savedId, setSavedId] = useState<string | null>(null);
  const save = async (values: CheckedReport) => {
    const { entity, ...changes } = values;
    const { report } = await (start === null
      ? create.mutateAsync({ entity, ...changes })
      : update.mutateAsync({ reportId: start.id, expectedRevision: start.revision, ...changes }));
    setSavedId(report.id);
    showToast(t.isSaved(report.name));
    await invalidate();
    // A report that requires parameters is not run at once.
    const canRun = report.parameters.every((parameter) => !parameter.required || (parameter.default ?? null) !== null);
    router.push(href(`/reports/${report.id}${canRun ? "?run=1" : ""}`));
  };
  return { save, savedId };
}
