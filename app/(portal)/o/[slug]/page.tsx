import type { Metadata } from "next";
import { OverviewScreen } from "../../../../src/portal/overview/overview-screen.tsx";

export const metadata: Metadata = { title: "Overview" };

export default function Page() {
  return <OverviewScreen />;
}
