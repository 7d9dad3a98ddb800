"use client";

import { UserPlus, Users } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChangeFilters } from "../client/use-change-filters.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { MemberTable } from "./member-table.tsx";
import { TeamDialog, type TeamAction } from "./team-dialog.tsx";
import { TeamFilters } from "./team-filters.tsx";
import { readTeamQuery, toTeamInput, writeTeamQuery, type TeamPage } from "./team-query.ts";

export function TeamScreen() {
  const { can, organizationName } = useOrganization();
  const [act, setAct] = useState<TeamAction | null>(null);
  const isManager = can("members:manage");
  return (
    <>
      <PageHeader
        title="Members"
        description={
          isManager
            ? "Members of the firm and their permissions in this portal."
            : `Members of ${organizationName}. Owners and administrators can invite members and change permissions.`
        }
        actions={
          isManager ? (
            <Button variant="primary" onClick={() => setAct({ kind: "invite" })}>
              <UserPlus aria-hidden className="size-4" />
              Invite member
            </Button>
          ) : undefined
        }
      />
      <Team onAct={isManager ? setAct : null} />
      {act !== null && <TeamDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function Team({ onAct }: { onAct: ((act: TeamAction) => void) | null }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = readTeamQuery(useSearchParams());
  const input = { ...toTeamInput(query), limit: 50 };
  const list = usePages<TeamPage>(trpc.team.list.queryKey(input), (place) => client.team.list.query({ ...input, ...place }), { keepFormer: true });
  const change = useChangeFilters(writeTeamQuery);
  // A firm has at least this member.
  const empty = (
    <EmptyState icon={Users} title="No matching members" actions={<Button onClick={() => change({ search: "", status: null })}>Clear filters</Button>}>
      Search matches names and email addresses.
    </EmptyState>
  );
  return (
    <>
      <TeamFilters query={query} onChange={change} />
      <PagedList list={list} items={(page) => page.members} nouns={["member", "members"]} placeholder={8} empty={empty}>
        {(members) => <MemberTable members={members} onAct={onAct} />}
      </PagedList>
    </>
  );
}
