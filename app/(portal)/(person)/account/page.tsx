import type { Metadata } from "next";
import { AccountScreen } from "../../../../src/portal/account/account-screen.tsx";
import { accountScreen as t } from "../../../../src/portal/account/strings.ts";

export const metadata: Metadata = { title: t.accountAndSecurity };

export default function Page() {
  return <AccountScreen />;
}
