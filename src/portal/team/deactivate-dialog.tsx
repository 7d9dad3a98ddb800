import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { StoppingKeys, usePreview } from "./stopping-keys.tsx";
import { deactivateDialog as t } from "./strings.ts";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";

export function DeactivateDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const preview = usePreview(member.id);
  const name = nameMember(member);
  const [successors, setSuccessors] = useState<Successors>({ reassignKeysTo: "", reassignTasksTo: "" });
  const isInvited = member.status === "invited";
  const { rejection, isBusy, run } = useTeamAction(
    () =>
      client.members.transition.mutate({
        memberId: member.id,
        toStatus: "deactivated",
        expectedRevision: member.revision,
        ...listChosen(successors),
      }),
    (result) => describeOutcome(name, isInvited, result),
    onClose,
  );
  const isLast = preview.data?.preview.isLastManager === true;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={isInvited ? t.withdrawInvitationOf(name) : t.deactivate(name)}
      description={isInvited ? t.linkInEmailStops : t.losesAccess(member.firstName)}
      confirm={isInvited ? t.withdrawInvitation : t.deactivateMember}
      busy={isBusy}
      ready={preview.data !== undefined && !isLast}
      onConfirm={run}
    >
      <div className="grid gap-4">
        {!isInvited && <StoppingKeys preview={preview} emptyText={t.noApiKeys} />}
        {preview.data !== undefined && (
          <SuccessorFields
            member={member}
            preview={preview.data.preview}
            values={successors}
            onChange={setSuccessors}
          />
        )}
        {isLast && (
          <Banner tone="danger" title={t.atLeastOneMember}>
            {t.grantAnotherActiveMember}
          </Banner>
        )}
        {rejection !== null && (
          <Banner tone="danger" live>
            {rejection.message}
          </Banner>
        )}
      </div>
    </AlertDialog>
  );
}

/** Members who take over; empty for nobody: the keys stop, the tasks stay. */
type Successors = Record<"reassignKeysTo" | "reassignTasksTo", string>;

const listChosen = (successors: Successors): Partial<Successors> =>
  Object.fromEntries(Object.entries(successors).filter(([, memberId]) => memberId !== ""));

interface SuccessorFieldsProps {
  member: Member;
  preview: NonNullable<ReturnType<typeof usePreview>["data"]>["preview"];
  values: Successors;
  onChange: (values: Successors) => void;
}

function SuccessorFields({ member, preview: { keyCount, openTaskCount }, values, onChange }: SuccessorFieldsProps) {
  const { can } = useOrganization();
  return (
    <>
      {keyCount > 0 && can("integrations:manage") && (
        <Reassignment
          member={member}
          value={values.reassignKeysTo}
          onChange={(reassignKeysTo) => onChange({ ...values, reassignKeysTo })}
        />
      )}
      {openTaskCount > 0 && (
        <TaskReassignment
          member={member}
          count={openTaskCount}
          value={values.reassignTasksTo}
          onChange={(reassignTasksTo) => onChange({ ...values, reassignTasksTo })}
        />
      )}
    </>
  );
}

interface ReassignmentProps {
  member: Member;
  value: string;
  onChange: (memberId: string) => void;
}

/** Another acting attorney for all the keys that would stop. */
function Reassignment({ member, value, onChange }: ReassignmentProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.listAttorneys.queryOptions({}));
  const others = data?.attorneys.filter(({ memberId }) => memberId !== member.id) ?? [];
  return (
    <Field label={t.reassignTheseKeysTo} why="fields#reassigned-keys" hint={t.reassignTheseKeysHint}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t.nobody}</option>
          <Options of={others.map(({ memberId, firstName, lastName }) => [memberId, `${firstName} ${lastName}`])} />
        </Select>
      )}
    </Field>
  );
}

/** Another assignee for all open tasks. */
function TaskReassignment({ member, count, value, onChange }: ReassignmentProps & { count: number }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.members.list.queryOptions({ status: "active", limit: 200 }));
  const others = data?.members.filter(({ id }) => id !== member.id) ?? [];
  return (
    <Field label={t.reassignOpenTasksTo(count)} hint={t.reassignOpenTasksHint}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t.nobodyTheTasksStay}</option>
          <Options of={others.map((other) => [other.id, nameMember(other)])} />
        </Select>
      )}
    </Field>
  );
}

interface Outcome {
  stoppedKeys: number;
  reassignedKeys: number;
}

function describeOutcome(name: string, isInvited: boolean, { stoppedKeys, reassignedKeys }: Outcome): string {
  if (isInvited) return t.invitationOfWasWithdrawn(name);
  if (reassignedKeys > 0) return t.keysReassigned(name, reassignedKeys);
  const keys = stoppedKeys === 0 ? "" : t.keysNeedAnotherActing(stoppedKeys);
  return t.wasDeactivated(name, keys);
}
