"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { ReportPage } from "./report-page.tsx";
import { reportScreen as t } from "./strings.ts";

export function ReportScreen({ reportId }: { reportId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  const query = useQuery(trpc.reports.get.queryOptions({ reportId }, { enabled: can("reports:view") }));
  const trail = [{ label: t.reports, href: href("/reports") }];
  return (
    <RecordScreen
      noun={t.report}
      permission="reports:view"
      what={t.viewReports}
      trail={trail}
      query={query}
      skeleton={<ReportSkeleton />}
      unknownHint={t.itMayBePrivate}
    >
      {({ report }) => <ReportPage report={report} trail={trail} />}
    </RecordScreen>
  );
}

function ReportSkeleton() {
  return (
    <>
      <Loading />
      <div className="grid gap-6">
        <Skeleton className="h-44 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </div>
    </>
  );
}
