import type { Metadata } from "next";
import { OverviewScreen } from "../../../../src/portal/overview/overview-screen.tsx";
import { overviewScreen as t } from "../../../../src/portal/overview/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <OverviewScreen />;
}
