import type { Metadata } from "next";
import { InstallationScreen } from "../../../../src/portal/administration/installation-screen.tsx";

export const metadata: Metadata = { title: "Administration" };

export default function Page() {
  return <InstallationScreen />;
}
