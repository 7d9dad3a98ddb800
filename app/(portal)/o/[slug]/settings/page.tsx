import type { Metadata } from "next";
import { SettingsScreen } from "../../../../../src/portal/shell/settings-screen.tsx";
import { settingsScreen as t } from "../../../../../src/portal/shell/lazy-strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <SettingsScreen />;
}
