import type { Metadata } from "next";
import { EditReportScreen } from "../../../../../../../src/portal/reports/builder/screens.tsx";

export const metadata: Metadata = { title: "Edit report" };

export default async function Page({ params }: { params: Promise<{ reportId: string }> }) {
  const { reportId } = await params;
  return <EditReportScreen key={reportId} reportId={reportId} />;
}
