import type { Metadata } from "next";
import { ReportsScreen } from "../../../../../src/portal/reports/reports-screen.tsx";
import { reportsScreen as t } from "../../../../../src/portal/reports/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ReportsScreen />;
}
