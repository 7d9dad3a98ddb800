"use client";

import { useTRPCClient } from "../client/trpc.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { StoppingKeys, usePreview } from "./stopping-keys.tsx";
import { nameMember } from "./team-query.ts";
import type { Member } from "./team-query.ts";
import { useTeamAct } from "./use-team-action.ts";

/** Asks before somebody is shut out, and names the keys that stop with it. */
export function DeactivateDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const preview = usePreview(member.id);
  const name = nameMember(member);
  const isInvited = member.status === "invited";
  const { rejection, isBusy, run } = useTeamAct(
    () => client.team.deactivate.mutate({ memberId: member.id, expectedRevision: member.revision }),
    ({ stoppedKeys }) => describeOutcome(name, isInvited, stoppedKeys),
    onClose,
  );
  const isLast = preview.data?.lastManager === true;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={isInvited ? `Withdraw the invitation of ${name}?` : `Deactivate ${name}?`}
      description={
        isInvited
          ? "The link in the mail lets nobody into this organization any more."
          : `${member.firstName} is shut out of this organization from the next click on, and of no other. You can reactivate at any time.`
      }
      confirm={isInvited ? "Withdraw the invitation" : "Deactivate"}
      busy={isBusy}
      ready={preview.data !== undefined && !isLast}
      onConfirm={run}
    >
      <div className="grid gap-4">
        {!isInvited && <StoppingKeys preview={preview} nobody="No integration key stops: none acts on behalf of this member." />}
        {isLast && (
          <Banner tone="danger" title="Nobody else could manage members then">
            Give another active member the permission first.
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
  if (isInvited) return `The invitation of ${name} is withdrawn.`;
  const keys = stoppedKeys === 0 ? "" : stoppedKeys === 1 ? " One key needs another acting attorney." : ` ${stoppedKeys} keys need another acting attorney.`;
  return `${name} is deactivated.${keys}`;
}
