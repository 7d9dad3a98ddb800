import type { Metadata } from "next";
import { NewReportScreen } from "../../../../../../src/portal/reports/builder/screens.tsx";

export const metadata: Metadata = { title: "New report" };

export default function Page() {
  return <NewReportScreen />;
}
