import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { StoppingKeys, usePreview } from "./stopping-keys.tsx";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";
import { plural } from "../ui/plural.ts";

export function DeactivateDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const { can } = useOrganization();
  const preview = usePreview(member.id);
  const name = nameMember(member);
  const [attorneyId, setAttorneyId] = useState("");
  const isInvited = member.status === "invited";
  const { rejection, isBusy, run } = useTeamAction(
    () => client.team.deactivate.mutate({ memberId: member.id, expectedRevision: member.revision, ...(attorneyId !== "" && { reassignKeysTo: attorneyId }) }),
    (result) => describeOutcome(name, isInvited, result),
    onClose,
  );
  const isLast = preview.data?.lastManager === true;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={isInvited ? `Withdraw invitation of ${name}?` : `Deactivate ${name}?`}
      description={
        isInvited
          ? "The link in the email stops working."
          : `${member.firstName} loses access to this organization immediately. Other organizations are not affected. You can reactivate them at any time.`
      }
      confirm={isInvited ? "Withdraw invitation" : "Deactivate member"}
      busy={isBusy}
      ready={preview.data !== undefined && !isLast}
      onConfirm={run}
    >
      <div className="grid gap-4">
        {!isInvited && <StoppingKeys preview={preview} emptyText="No API keys are affected." />}
        {(preview.data?.keys.length ?? 0) > 0 && can("integrations:manage") && <Reassignment member={member} value={attorneyId} onChange={setAttorneyId} />}
        {isLast && (
          <Banner tone="danger" title="At least one member must be able to manage members">
            Grant another active member this permission first.
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

interface ReassignmentProps {
  member: Member;
  /** Empty: the keys stop. */
  value: string;
  onChange: (attorneyId: string) => void;
}

/** Another acting attorney for all the keys that would stop. */
function Reassignment({ member, value, onChange }: ReassignmentProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.listAttorneys.queryOptions({}));
  const others = data?.attorneys.filter(({ memberId }) => memberId !== member.id) ?? [];
  return (
    <Field label="Reassign these keys to" why="fields#reassigned-keys" hint="They keep working, and act for this attorney.">
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Nobody: the keys stop</option>
          <Options of={others.map(({ memberId, firstName, lastName }) => [memberId, `${firstName} ${lastName}`])} />
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
  if (isInvited) return `The invitation of ${name} was withdrawn.`;
  if (reassignedKeys > 0) return `${name} was deactivated. ${plural(reassignedKeys, "One key has", "# keys have")} another acting attorney.`;
  const keys = stoppedKeys === 0 ? "" : plural(stoppedKeys, " One key needs another acting attorney.", " # keys need another acting attorney.");
  return `${name} was deactivated.${keys}`;
}
