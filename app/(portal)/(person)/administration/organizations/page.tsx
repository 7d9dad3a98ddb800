import type { Metadata } from "next";
import { OrganizationsScreen } from "../../../../../src/portal/administration/organizations-screen.tsx";
import { organizationsScreen as t } from "../../../../../src/portal/administration/strings.ts";

export const metadata: Metadata = { title: t.organizations };

export default function Page() {
  return <OrganizationsScreen />;
}
