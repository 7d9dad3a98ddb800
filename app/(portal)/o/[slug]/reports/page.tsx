import type { Metadata } from "next";
import { ReportsScreen } from "../../../../../src/portal/reports/reports-screen.tsx";

export const metadata: Metadata = { title: "Reports" };

export default function Page() {
  return <ReportsScreen />;
}
