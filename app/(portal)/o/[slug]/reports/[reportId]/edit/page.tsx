import type { Metadata } from "next";
import { EditReportScreen } from "../../../../../../../src/portal/reports/builder/screens.tsx";
import { screens as t } from "../../../../../../../src/portal/reports/builder/strings.ts";

export const metadata: Metadata = { title: t.editReport };

export default async function Page({ params }: { params: Promise<{ reportId: string }> }) {
  const { reportId } = await params;
  return <EditReportScreen key={reportId} reportId={reportId} />;
}
