import type { Metadata } from "next";
import { ExportsScreen } from "../../../../../src/portal/exports/exports-screen.tsx";
import { exportsScreen as t } from "../../../../../src/portal/exports/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ExportsScreen />;
}
