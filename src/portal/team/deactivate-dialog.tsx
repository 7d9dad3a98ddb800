"use client";

import { useTRPCClient } from "../client/trpc.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { StoppingKeys, usePreview } from "./stopping-keys.tsx";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";

export function DeactivateDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const preview = usePreview(member.id);
  const name = nameMember(member);
  const isInvited = member.status === "invited";
  const { rejection, isBusy, run } = useTeamAction(
    () => client.team.deactivate.mutate({ memberId: member.id, expectedRevision: member.revision }),
    ({ stoppedKeys }) => describeOutcome(name, isInvited, stoppedKeys),
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

function describeOutcome(name: string, isInvited: boolean, stoppedKeys: number): string {
  if (isInvited) return `The invitation of ${name} was withdrawn.`;
  const keys = stoppedKeys === 0 ? "" : stoppedKeys === 1 ? " One key needs another acting attorney." : ` ${stoppedKeys} keys need another acting attorney.`;
  return `${name} was deactivated.${keys}`;
}
