import type { Metadata } from "next";
import { TeamScreen } from "../../../../../src/portal/team/team-screen.tsx";

export const metadata: Metadata = { title: "Members" };

export default function Page() {
  return <TeamScreen />;
}
