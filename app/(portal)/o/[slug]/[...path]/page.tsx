import type { Metadata } from "next";
import { UnknownScreen } from "../../../../../src/portal/shell/unknown-screen.tsx";

export const metadata: Metadata = { title: "Page not found" };

/** A path without a screen keeps the organization's frame. */
export default function Page() {
  return <UnknownScreen />;
}
