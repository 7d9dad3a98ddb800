import type { Metadata } from "next";
import { ReportScreen } from "../../../../../../src/portal/reports/report-screen.tsx";

export const metadata: Metadata = { title: "Report" };

export default async function Page({ params }: { params: Promise<{ reportId: string }> }) {
  const { reportId } = await params;
  return <ReportScreen key={reportId} reportId={reportId} />;
}
