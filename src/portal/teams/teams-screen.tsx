"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, UsersRound } from "lucide-react";
import { useState } from "react";
import { maxTeams } from "../../contract/teams.ts";
import { LoadedList } from "../client/loaded-list.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { teamsScreen as t } from "./strings.ts";
import type { Team } from "./team.ts";

const TeamDialog = later(() => import("./team-dialog.tsx"));

/** Lists all teams on one page: an organization has at most `maxTeams`. */
export function TeamsScreen() {
  const { can } = useOrganization();
  const trpc = useTRPC();
  const list = useQuery(trpc.teams.list.queryOptions({ sort: "name", limit: maxTeams }));
  const [edited, setEdited] = useState<Team | "new" | null>(null);
  const isManager = can("organization:manage");
  const create = isManager ? (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden className="size-4" />
      {t.createTeam}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={t.teams} description={t.description} actions={create} />
      <LoadedList
        query={list}
        items={list.data?.teams}
        what={t.teams}
        placeholder={<SkeletonTab />}
        empty={
          <EmptyState icon={UsersRound} title={t.noTeams} actions={create}>
            {t.emptyDescription}
          </EmptyState>
        }
      >
        {(teams) => <TeamTable teams={teams} onEdit={isManager ? setEdited : null} />}
      </LoadedList>
      {edited !== null && <TeamDialog team={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

const nameLead = ({ members }: Team) => {
  const lead = members.find(({ teamRole }) => teamRole === "lead");
  return lead === undefined ? t.none : `${lead.firstName} ${lead.lastName}`;
};

function TeamTable({ teams, onEdit }: { teams: readonly Team[]; onEdit: ((team: Team) => void) | null }) {
  return (
    <DataTable
      name="teams"
      caption={t.teamsByName}
      rows={teams}
      keyOf={({ id }) => id}
      columns={[
        { label: t.name, render: (team) => <NameCell team={team} onEdit={onEdit} />, text: ({ name }) => name },
        { label: t.lead, render: nameLead, text: nameLead },
        {
          label: t.members,
          render: ({ members }) => String(members.length),
          text: ({ members }) => members.length,
          isNumber: true,
        },
        {
          label: t.rule,
          render: ({ assignmentRule }) => t.rules[assignmentRule],
          text: ({ assignmentRule }) => assignmentRule,
          onPhone: "without-label",
        },
      ]}
    />
  );
}

function NameCell({ team, onEdit }: { team: Team; onEdit: ((team: Team) => void) | null }) {
  return (
    <>
      {onEdit === null ? (
        <span className="font-semibold">{team.name}</span>
      ) : (
        <button
          type="button"
          onClick={() => onEdit(team)}
          className="min-h-6 cursor-pointer rounded text-left font-semibold hover:underline"
        >
          {team.name}
        </button>
      )}
      {team.description !== null && <p className="text-[0.8125rem] wrap-anywhere text-muted">{team.description}</p>}
    </>
  );
}
