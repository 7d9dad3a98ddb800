"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { NoPermission } from "../../shell/no-permission.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
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
  const { can } = useOrganization();
  const isAllowed = can("reports:view");
  const { data, error, isFetching, refetch } = useQuery(trpc.reports.get.queryOptions({ reportId }, { enabled: isAllowed }));
  if (!isAllowed) {
    return (
      <Frame title="Edit report">
        <NoPermission permission="reports:view" what="edit reports" />
      </Frame>
    );
  }
  if (data !== undefined) return <Found report={data.report} />;
  if (error === null) {
    return (
      <Frame title="Edit report">
        <BuilderSkeleton />
      </Frame>
    );
  }
  if (readError(error).code === "NOT_FOUND") return <Unknown />;
  return (
    <Frame title="Edit report">
      <ErrorState title="Could not load the report" error={error} busy={isFetching} onRetry={() => void refetch()} />
    </Frame>
  );
}

interface FrameProps {
  title: string;
  report?: WholeReport;
  children: ReactNode;
}

function Frame({ title, report, children }: FrameProps) {
  const { href } = useOrganization();
  return (
    <div className="max-w-5xl">
      <PageHeader
        title={title}
        trail={[{ label: "Reports", href: href("/reports") }, ...(report === undefined ? [] : [{ label: report.name, href: href(`/reports/${report.id}`) }])]}
      />
      {children}
    </div>
  );
}

function Found({ report }: { report: WholeReport }) {
  const { href } = useOrganization();
  const canChange = useCanChange(report);
  return (
    <Frame title="Edit report" report={report}>
      {canChange ? (
        <ApiRouter report={report} />
      ) : (
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
      )}
    </Frame>
  );
}

function Unknown() {
  const { href, organizationName } = useOrganization();
  return (
    <Frame title="Report not found">
      <div className="max-w-prose">
        <p className="text-muted">{organizationName} has no report with this ID that you can view.</p>
        <LinkButton className="mt-5" href={href("/reports")}>
          All reports
        </LinkButton>
      </div>
    </Frame>
  );
}

function ApiRouter({ report }: { report: WholeReport | null }) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.reports.entities.queryOptions({}, { staleTime: 60_000 }));
  if (data !== undefined) return <ReportBuilder key={report?.id ?? "new"} apiRouter={data.entities} report={report} />;
  if (error === null) return <BuilderSkeleton />;
  return <ErrorState title="Could not load report fields" error={error} busy={isFetching} onRetry={() => void refetch()} />;
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
