import type { Metadata } from "next";
import { CommunicationSettingsScreen } from "../../../../../../src/portal/communications/settings-screen.tsx";
import { settingsScreen as t } from "../../../../../../src/portal/communications/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <CommunicationSettingsScreen />;
}
