import type { Metadata } from "next";
import { ExportsScreen } from "../../../../../src/portal/exports/exports-screen.tsx";

export const metadata: Metadata = { title: "Exports" };

export default function Page() {
  return <ExportsScreen />;
}
