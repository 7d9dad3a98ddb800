import type { Metadata } from "next";
import { ReferralSettingsScreen } from "../../../../../../src/portal/referral-settings/settings-screen.tsx";
import { settingsScreen as t } from "../../../../../../src/portal/referral-settings/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ReferralSettingsScreen />;
}
