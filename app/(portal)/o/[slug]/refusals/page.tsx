import type { Metadata } from "next";
import { RefusalsScreen } from "../../../../../src/portal/refusals/refusals-screen.tsx";

export const metadata: Metadata = { title: "Why was this refused?" };

export default function Page() {
  return <RefusalsScreen />;
}
