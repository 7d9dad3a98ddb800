"use client";

import { useQuery } from "@tanstack/react-query";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { ReportPage } from "./report-page.tsx";

export function ReportScreen({ reportId }: { reportId: string }) {
  const { can, href } = useOrganization();
  const trail = [{ label: "Reports", href: href("/reports") }];
  if (can("reports:view")) return <FetchedReport reportId={reportId} trail={trail} />;
  return (
    <>
      <PageHeader title="Report" trail={trail} />
      <NoPermission permission="reports:view" what="view reports" />
    </>
  );
}

type Trail = { label: string; href: string }[];

function FetchedReport({ reportId, trail }: { reportId: string; trail: Trail }) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.reports.get.queryOptions({ reportId }));
  if (data !== undefined) return <ReportPage report={data.report} trail={trail} />;
  if (error === null) {
    return (
      <>
        <PageHeader title={<Skeleton className="inline-block h-8 w-72 max-w-full" />} trail={trail} />
        <Loading />
        <div className="grid gap-6">
          <Skeleton className="h-44 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
      </>
    );
  }
  const isUnknown = readError(error).code === "NOT_FOUND";
  return (
    <>
      <PageHeader title={isUnknown ? "Report not found" : "Report"} trail={trail} />
      {isUnknown ? <UnknownReport /> : <ErrorState title="Could not load the report" error={error} busy={isFetching} onRetry={() => void refetch()} />}
    </>
  );
}

function UnknownReport() {
  const { href, organizationName } = useOrganization();
  return (
    <div className="max-w-prose">
      <p className="text-muted">
        {organizationName} has no report with this ID that you can view. It may be private or deleted.
      </p>
      <LinkButton className="mt-5" href={href("/reports")}>
        All reports
      </LinkButton>
    </div>
  );
}
