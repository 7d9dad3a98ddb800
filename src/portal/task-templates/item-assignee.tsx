import { useQuery } from "@tanstack/react-query";
import { caseEnumerations } from "../../areas/cases/enumerations.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { nameValue } from "../exports/export-request.ts";
import { nameMember } from "../team/team-query.ts";
import { Field } from "../ui/forms/field.tsx";
import { Choice } from "../ui/forms/select.tsx";
import { OneOfField } from "../ui/forms/fields.tsx";
import { itemAssignee as t } from "./lazy-strings.ts";
import { createAssignee, type Assignee } from "./template.ts";

const types = ["unassigned", "lead_attorney", "case_role", "team", "member"] as const;
const roles = valuesOf(caseEnumerations.attorneyRole);

interface AssigneeProps {
  assignee: Assignee;
  fault: string | undefined;
  onChange: (assignee: Assignee) => void;
}

/** Who gets the task, and which role, team or member that is. */
export function ItemAssignee({ assignee, fault, onChange }: AssigneeProps) {
  return (
    <>
      <OneOfField
        label={t.assignee}
        values={types}
        name={(each) => t.assignees[each]}
        value={assignee.type}
        onChange={(chosen) => onChange(createAssignee(chosen))}
      />
      {assignee.type === "case_role" && (
        <OneOfField
          label={t.role}
          why="fields#assignee-of-an-item"
          values={roles}
          name={nameValue}
          value={assignee.role}
          onChange={(chosen) => onChange({ type: "case_role", role: chosen })}
        />
      )}
      {assignee.type === "team" && (
        <TeamChoice teamId={assignee.teamId} fault={fault} onChange={(teamId) => onChange({ type: "team", teamId })} />
      )}
      {assignee.type === "member" && (
        <MemberChoice
          memberId={assignee.memberId}
          fault={fault}
          onChange={(memberId) => onChange({ type: "member", memberId })}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  fault: string | undefined;
  onChange: (id: string) => void;
}

function TeamChoice({ teamId, ...rest }: ChoiceProps & { teamId: string }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.teams.list.queryOptions({ sort: "name", limit: 200 }, { staleTime: 60_000 }));
  return (
    <NamedChoice
      label={t.team}
      none={t.chooseTeam}
      gone={t.teamIsGone}
      id={teamId}
      names={data && new Map(data.teams.map(({ id, name }) => [id, name]))}
      failure={error}
      {...rest}
    />
  );
}

function MemberChoice({ memberId, ...rest }: ChoiceProps & { memberId: string }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(
    trpc.members.list.queryOptions({ status: "active", limit: 200 }, { staleTime: 60_000 }),
  );
  return (
    <NamedChoice
      label={t.member}
      none={t.chooseMember}
      gone={t.memberIsGone}
      id={memberId}
      names={data && new Map(data.members.map((member) => [member.id, nameMember(member)]))}
      failure={error}
      {...rest}
    />
  );
}

interface NamedChoiceProps extends ChoiceProps {
  label: string;
  /** What the select shows while none is chosen. */
  none: string;
  /** The error when the chosen one cannot be chosen any more. */
  gone: string;
  /** Empty while none is chosen. */
  id: string;
  /** undefined until they are read. */
  names: ReadonlyMap<string, string> | undefined;
  failure: unknown;
}

function NamedChoice({ label, none, gone, id, names, failure, fault, onChange }: NamedChoiceProps) {
  const isGone = names !== undefined && id !== "" && !names.has(id);
  const shownFault = isGone ? gone : fault;
  return (
    <Field
      label={label}
      why="fields#assignee-of-an-item"
      error={failure === null ? shownFault : readError(failure).message}
      required
    >
      {(control) => (
        <Choice
          {...control}
          aria-busy={names === undefined}
          values={[...(names?.keys() ?? [])]}
          name={(each) => names?.get(each) ?? each}
          none={none}
          value={isGone ? null : id}
          onChange={(chosen) => onChange(chosen ?? "")}
        />
      )}
    </Field>
  );
}
