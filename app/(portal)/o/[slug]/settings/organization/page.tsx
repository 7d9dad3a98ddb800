import type { Metadata } from "next";
import { OrganizationScreen } from "../../../../../../src/portal/organization/organization-screen.tsx";
import { organizationScreen as t } from "../../../../../../src/portal/organization/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <OrganizationScreen />;
}
