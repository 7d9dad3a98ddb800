import type { Metadata } from "next";
import { OfficesScreen } from "../../../../../../src/portal/offices/offices-screen.tsx";

export const metadata: Metadata = { title: "Offices" };

export default function Page() {
  return <OfficesScreen />;
}
