import { useState } from "react";
import { useTRPCClient } from "../client/trpc.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { suspendDialog as t } from "./lazy-strings.ts";
import { StoppingKeys, usePreview } from "./stopping-keys.tsx";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";
import { TextareaField } from "../ui/forms/fields.tsx";

export default function SuspendDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const preview = usePreview(member.id);
  const [reason, setReason] = useState("");
  const name = nameMember(member);
  const { rejection, isBusy, run } = useTeamAction(
    () =>
      client.members.transition.mutate({
        memberId: member.id,
        toStatus: "suspended",
        reason: reason.trim(),
        expectedRevision: member.revision,
      }),
    () => t.wasSuspended(name),
    onClose,
  );
  return (
    <FormDialog
      title={t.suspend(name)}
      description={t.losesAccess(member.firstName)}
      action={t.suspendMember}
      danger
      busy={isBusy}
      disabled={reason.trim() === "" || preview.data === undefined}
      rejection={rejection?.message}
      onSubmit={run}
      onClose={onClose}
    >
      <TextareaField
        label={t.reason}
        hint={t.reasonHint}
        why="fields#reason-of-a-suspension"
        required
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <StoppingKeys preview={preview} emptyText={t.noApiKeys} />
    </FormDialog>
  );
}
