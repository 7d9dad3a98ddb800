import type { Metadata } from "next";
import { OrganizationScreen } from "../../../../../../src/portal/organization/organization-screen.tsx";

export const metadata: Metadata = { title: "Organization" };

export default function Page() {
  return <OrganizationScreen />;
}
