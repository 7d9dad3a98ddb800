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

export function NewReportScreen() {
  const { can, href } = useOrganization();
  return (
    <div className="max-w-5xl">
      <PageHeader
        title="Create report"
        trail={[{ label: "Reports", href: href("/reports") }]}
        description="Choose records, columns and filters. The report runs on current data."
      />
      {can("reports:view") ? <ApiRouter report={null} /> : <NoPermission permission="reports:view" what="create reports" />}
    </div>
  );
}

export function EditReportScreen({ reportId }: { reportId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  const query = useQuery(trpc.reports.get.queryOptions({ reportId }, { enabled: can("reports:view") }));
  const trail = [{ label: "Reports", href: href("/reports") }];
  return (
    <div className="max-w-5xl">
      <RecordScreen
        noun="report"
        title="Edit report"
        permission="reports:view"
        what="edit reports"
        trail={trail}
        query={query}
        skeleton={<BuilderSkeleton />}
        unknownHint="It may be private or deleted."
      >
        {({ report }) => (
          <>
            <PageHeader title="Edit report" trail={[...trail, { label: report.name, href: href(`/reports/${report.id}`) }]} />
            <Editor report={report} />
          </>
        )}
      </RecordScreen>
    </div>
  );
}

function Editor({ report }: { report: WholeReport }) {
  const { href } = useOrganization();
  const canChange = useCanChange(report);
  if (canChange) return <ApiRouter report={report} />;
  return (
    <EmptyState
      title={report.isStandard ? "Standard reports cannot be edited" : "You don’t have permission to edit this report"}
      actions={
        <LinkButton variant="primary" href={href(`/reports/${report.id}`)}>
          View report
        </LinkButton>
      }
    >
      Copy the report from its menu, then edit the copy.
    </EmptyState>
  );
}

function ApiRouter({ report }: { report: WholeReport | null }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.reports.entities.queryOptions({}, { staleTime: 60_000 }));
  if (query.data === undefined) return <QueryFallback query={query} what="report fields" placeholder={<BuilderSkeleton />} />;
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
