"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { ReportPage } from "./report-page.tsx";

export function ReportScreen({ reportId }: { reportId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  const query = useQuery(trpc.reports.get.queryOptions({ reportId }, { enabled: can("reports:view") }));
  const trail = [{ label: "Reports", href: href("/reports") }];
  return (
    <RecordScreen
      noun="report"
      permission="reports:view"
      what="view reports"
      trail={trail}
      query={query}
      skeleton={<ReportSkeleton />}
      unknownHint="It may be private or deleted."
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
