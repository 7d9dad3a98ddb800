import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { nameMember } from "../team/team-query.ts";
import { useTeamAction } from "../team/use-team-action.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { teamDialog as t, teamsScreen } from "./strings.ts";
import type { Team } from "./team.ts";

const rules = ["manual", "round_robin", "least_loaded"] as const;

interface Values {
  name: string;
  description: string;
  assignmentRule: Team["assignmentRule"];
  memberIds: readonly string[];
  /** Empty for none. */
  leadId: string;
}

const nothing: Values = { name: "", description: "", assignmentRule: "manual", memberIds: [], leadId: "" };

function readValues({ name, description, assignmentRule, members }: Team): Values {
  return {
    name,
    description: description ?? "",
    assignmentRule,
    memberIds: members.map(({ id }) => id),
    leadId: members.find(({ teamRole }) => teamRole === "lead")?.id ?? "",
  };
}

/** @param team null for a new one */
export default function TeamDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const client = useTRPCClient();
  const [values, setValues] = useState(team === null ? nothing : readValues(team));
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const { name, description, assignmentRule, memberIds, leadId } = values;
  const save = useTeamAction(
    async () => {
      const given = {
        name: name.trim(),
        description: description.trim() === "" ? null : description.trim(),
        assignmentRule,
      };
      const saved =
        team === null
          ? await client.teams.create.mutate(given)
          : await client.teams.update.mutate({ teamId: team.id, ...given });
      const members = memberIds.map((memberId) => ({
        memberId,
        teamRole: memberId === leadId ? ("lead" as const) : ("member" as const),
      }));
      await client.teams.members.set.mutate({ teamId: saved.team.id, members });
    },
    () => t.wasSaved(name.trim()),
    onClose,
  );
  return (
    <FormDialog
      title={team === null ? t.createTeam : team.name}
      description={t.description}
      action={team === null ? t.createTeam : t.saveTeam}
      busy={save.isBusy}
      disabled={name.trim() === ""}
      rejection={save.rejection?.message}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        why="fields#team"
        required
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={(text) => change({ name: text })}
      />
      <TextField
        label={t.purpose}
        why="fields#team"
        maxLength={1_000}
        autoComplete="off"
        value={description}
        onChange={(text) => change({ description: text })}
      />
      <OneOfField
        label={t.rule}
        hint={t.ruleHint}
        why="fields#assignment-rule"
        values={rules}
        name={(rule) => teamsScreen.rules[rule]}
        value={assignmentRule}
        onChange={(rule) => change({ assignmentRule: rule })}
      />
      <Members memberIds={memberIds} leadId={leadId} team={team} onChange={change} />
      {team !== null && <Deletion team={team} onClose={onClose} />}
    </FormDialog>
  );
}

interface MembersProps extends Pick<Values, "memberIds" | "leadId"> {
  team: Team | null;
  onChange: (changed: Partial<Values>) => void;
}

function Members({ team, memberIds, leadId, onChange }: MembersProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.members.list.queryOptions({ status: "active", limit: 200 }));
  // Members who are suspended or have left stay until they are taken out.
  const others = team?.members.filter(({ status }) => status !== "active") ?? [];
  const offered = [...(data?.members ?? []), ...others];
  return (
    <>
      <FieldGroup legend={t.members} className="max-h-64 overflow-y-auto">
        {offered.map((member) => (
          <Checkbox
            key={member.id}
            label={nameMember(member)}
            checked={memberIds.includes(member.id)}
            onChange={({ target }) =>
              onChange({
                memberIds: target.checked ? [...memberIds, member.id] : memberIds.filter((id) => id !== member.id),
              })
            }
          />
        ))}
      </FieldGroup>
      <Field label={t.lead}>
        {(control) => (
          <Select
            {...control}
            value={memberIds.includes(leadId) ? leadId : ""}
            onChange={({ target }) => onChange({ leadId: target.value })}
          >
            <option value="">{t.nobody}</option>
            <Options
              of={offered.filter(({ id }) => memberIds.includes(id)).map((member) => [member.id, nameMember(member)])}
            />
          </Select>
        )}
      </Field>
    </>
  );
}

function Deletion({ team, onClose }: { team: Team; onClose: () => void }) {
  const client = useTRPCClient();
  const { rejection, isBusy, run } = useTeamAction(
    () => client.teams.delete.mutate({ teamId: team.id }),
    () => t.wasDeleted(team.name),
    onClose,
  );
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="sm" variant="danger" busy={isBusy} onClick={run}>
        {t.deleteTeam}
      </Button>
      {rejection !== null && <p className="text-sm font-medium text-danger">{rejection.message}</p>}
    </div>
  );
}
