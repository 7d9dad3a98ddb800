import type { Metadata } from "next";
import { OfficesScreen } from "../../../../../../src/portal/child-organizations/offices-screen.tsx";
import { officesScreen as t } from "../../../../../../src/portal/child-organizations/strings.ts";

export const metadata: Metadata = { title: t.offices };

export default function Page() {
  return <OfficesScreen />;
}
