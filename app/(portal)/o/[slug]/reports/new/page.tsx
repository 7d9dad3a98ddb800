import type { Metadata } from "next";
import { NewReportScreen } from "../../../../../../src/portal/reports/builder/screens.tsx";
import { screens as t } from "../../../../../../src/portal/reports/builder/strings.ts";

export const metadata: Metadata = { title: t.newReport };

export default function Page() {
  return <NewReportScreen />;
}
