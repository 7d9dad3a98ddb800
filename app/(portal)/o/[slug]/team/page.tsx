import type { Metadata } from "next";
import { TeamScreen } from "../../../../../src/portal/team/team-screen.tsx";
import { teamScreen as t } from "../../../../../src/portal/team/strings.ts";

export const metadata: Metadata = { title: t.members };

export default function Page() {
  return <TeamScreen />;
}
