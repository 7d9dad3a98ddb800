import type { Metadata } from "next";
import { TeamsScreen } from "../../../../../../src/portal/teams/teams-screen.tsx";
import { teamsScreen as t } from "../../../../../../src/portal/teams/strings.ts";

export const metadata: Metadata = { title: t.teams };

export default function Page() {
  return <TeamsScreen />;
}
