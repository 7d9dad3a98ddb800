import type { Metadata } from "next";
import { OrganizationsScreen } from "../../../../src/portal/account/organizations-screen.tsx";
import { organizationsScreen as t } from "../../../../src/portal/account/strings.ts";

export const metadata: Metadata = { title: t.pageTitle };

export default function Page() {
  return <OrganizationsScreen />;
}
