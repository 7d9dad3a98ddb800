import type { Metadata } from "next";
import { OrganizationsScreen } from "../../../../../src/portal/administration/organizations-screen.tsx";

export const metadata: Metadata = { title: "Organizations" };

export default function Page() {
  return <OrganizationsScreen />;
}
