import type { Metadata } from "next";
import { ReportScreen } from "../../../../../../src/portal/reports/report-screen.tsx";
import { reportScreen as t } from "../../../../../../src/portal/reports/strings.ts";

export const metadata: Metadata = { title: t.pageTitle };

export default async function Page({ params }: { params: Promise<{ reportId: string }> }) {
  const { reportId } = await params;
  return <ReportScreen key={reportId} reportId={reportId} />;
}
