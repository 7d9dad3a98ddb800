import type { Metadata } from "next";
import { InstallationScreen } from "../../../../src/portal/administration/installation-screen.tsx";
import { installationScreen as t } from "../../../../src/portal/administration/strings.ts";

export const metadata: Metadata = { title: t.administration };

export default function Page() {
  return <InstallationScreen />;
}
