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
import { teamScreen as t } from "./strings.ts";
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
        title={t.members}
        description={isManager ? t.membersOfFirm : t.membersOf(organizationName)}
        actions={
          isManager ? (
            <Button variant="primary" onClick={() => setAct({ kind: "invite" })}>
              <UserPlus aria-hidden className="size-4" />
              {t.inviteMember}
            </Button>
          ) : undefined
        }
      />
      <Team isManager={isManager} onAct={setAct} />
      {act !== null && <TeamDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function Team({ isManager, onAct }: { isManager: boolean; onAct: (act: TeamAction) => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = readTeamQuery(useSearchParams());
  const input = { ...toTeamInput(query), limit: 50 };
  const list = usePages<TeamPage>(
    trpc.members.list.queryKey(input),
    (place) => client.members.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  const change = useChangeFilters(writeTeamQuery);
  // A firm has at least this member.
  const empty = (
    <EmptyState
      icon={Users}
      title={t.noMatchingMembers}
      actions={<Button onClick={() => change({ search: "", status: null })}>{t.clearFilters}</Button>}
    >
      {t.searchMatchesNames}
    </EmptyState>
  );
  return (
    <>
      <TeamFilters query={query} onChange={change} />
      <PagedList list={list} items={(page) => page.members} nouns={t.nouns} placeholder={8} empty={empty}>
        {(members) => <MemberTable members={members} isManager={isManager} onAct={onAct} />}
      </PagedList>
    </>
  );
}
