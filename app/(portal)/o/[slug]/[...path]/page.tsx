import type { Metadata } from "next";
import { UnknownScreen } from "../../../../../src/portal/shell/unknown-screen.tsx";
import { unknownScreen as t } from "../../../../../src/portal/shell/lazy-strings.ts";

export const metadata: Metadata = { title: t.pageNotFound };

/** A path without a screen keeps the organization's frame. */
export default function Page() {
  return <UnknownScreen />;
}
