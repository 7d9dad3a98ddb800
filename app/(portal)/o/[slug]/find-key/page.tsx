import type { Metadata } from "next";
import { FindKeyScreen } from "../../../../../src/portal/find-key/find-key-screen.tsx";
import { findKeyScreen as t } from "../../../../../src/portal/find-key/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <FindKeyScreen />;
}
