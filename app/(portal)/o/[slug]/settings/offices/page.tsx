import type { Metadata } from "next";
import { OfficesScreen } from "../../../../../../src/portal/offices/offices-screen.tsx";
import { officesScreen as t } from "../../../../../../src/portal/offices/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <OfficesScreen />;
}
