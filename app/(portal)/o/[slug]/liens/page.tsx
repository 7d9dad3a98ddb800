import type { Metadata } from "next";
import { LiensScreen } from "../../../../../src/portal/liens/liens-screen.tsx";
import { liensScreen as t } from "../../../../../src/portal/liens/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <LiensScreen />;
}
