import type { Metadata } from "next";
import { SettlementsScreen } from "../../../../../src/portal/settlements/settlements-screen.tsx";
import { settlementsScreen as t } from "../../../../../src/portal/settlements/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <SettlementsScreen />;
}
