"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../client/trpc.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { NoPermission } from "../../shell/no-permission.tsx";
import { RecordScreen } from "../../shell/record-screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { LinkButton } from "../../ui/link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Loading, Skeleton } from "../../ui/feedback/skeleton.tsx";
import { ReportBuilder } from "./builder.tsx";
import type { WholeReport } from "../report-types.ts";
import { useCanChange } from "../use-can-change.ts";
import { screens as t } from "./strings.ts";

export function NewReportScreen() {
  const { can, href } = useOrganization();
  return (
    <>
      <PageHeader
        title={t.createReport}
        trail={[{ label: t.reports, href: href("/reports") }]}
        description={t.description}
      />
      {can("reports:view") ? (
        <ApiRouter report={null} />
      ) : (
        <NoPermission permission="reports:view" what={t.toCreateReports} />
      )}
    </>
  );
}

export function EditReportScreen({ reportId }: { reportId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  const query = useQuery(trpc.reports.get.queryOptions({ reportId }, { enabled: can("reports:view") }));
  const trail = [{ label: t.reports, href: href("/reports") }];
  return (
    <>
      <RecordScreen
        noun={t.report}
        title={t.editReport}
        permission="reports:view"
        what={t.toEditReports}
        trail={trail}
        query={query}
        skeleton={<BuilderSkeleton />}
        unknownHint={t.itMayBePrivate}
      >
        {({ report }) => (
          <>
            <PageHeader
              title={t.editReport}
              trail={[...trail, { label: report.name, href: href(`/reports/${report.id}`) }]}
            />
            <Editor report={report} />
          </>
        )}
      </RecordScreen>
    </>
  );
}

function Editor({ report }: { report: WholeReport }) {
  const { href } = useOrganization();
  const canChange = useCanChange(report);
  if (canChange) return <ApiRouter report={report} />;
  return (
    <EmptyState
      title={report.isStandard ? t.standardCannotBeEdited : t.youDontHavePermission}
      actions={
        <LinkButton variant="primary" href={href(`/reports/${report.id}`)}>
          {t.viewReport}
        </LinkButton>
      }
    >
      {t.copyThenEdit}
    </EmptyState>
  );
}

function ApiRouter({ report }: { report: WholeReport | null }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.reports.entities.queryOptions({}, { staleTime: 60_000 }));
  if (query.data === undefined)
    return <QueryFallback query={query} what={t.reportFields} placeholder={<BuilderSkeleton />} />;
  return <ReportBuilder key={report?.id ?? "new"} apiRouter={query.data.entities} report={report} />;
}

function BuilderSkeleton() {
  return (
    <div className="grid gap-5">
      <Loading />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
    </div>
  );
}
