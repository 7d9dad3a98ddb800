import type { Metadata } from "next";
import { OrganizationsScreen } from "../../../../src/portal/account/organizations-screen.tsx";

export const metadata: Metadata = { title: "Your organizations" };

export default function Page() {
  return <OrganizationsScreen />;
}
