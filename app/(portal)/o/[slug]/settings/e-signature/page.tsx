import type { Metadata } from "next";
import { EsignSettingsScreen } from "../../../../../../src/portal/esign/settings-screen.tsx";
import { settingsScreen as t } from "../../../../../../src/portal/esign/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <EsignSettingsScreen />;
}
