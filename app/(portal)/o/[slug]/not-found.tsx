import type { Metadata } from "next";
import { UnknownScreen } from "../../../../src/portal/shell/unknown-screen.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return <UnknownScreen />;
}
