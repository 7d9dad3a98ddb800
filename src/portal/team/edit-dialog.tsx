import { useState } from "react";
import type { Permission, Role } from "../../contract/permissions.ts";
import { useTRPCClient } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { PermissionFields, type Standing } from "./permission-fields.tsx";
import { StoppingKeys, usePreview } from "./stopping-keys.tsx";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";

function readStanding({ role, isAttorney, canActForKeysByApi, permissions }: Member): Standing {
  return { role: role as Role, isAttorney, canActForKeysByApi, permissions: permissions as Permission[] };
}

/** Changed fields as the procedure takes them; null if none. */
function listChanges(before: Standing, after: Standing): Partial<Standing> | null {
  const changes = {
    ...(after.role !== before.role && { role: after.role }),
    ...(after.isAttorney !== before.isAttorney && { isAttorney: after.isAttorney }),
    ...(after.canActForKeysByApi !== before.canActForKeysByApi && { canActForKeysByApi: after.canActForKeysByApi }),
    ...(after.permissions.toSorted().join() !== before.permissions.toSorted().join() && { permissions: after.permissions }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

export default function EditDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const before = readStanding(member);
  const [standing, setStanding] = useState(before);
  const changes = listChanges(before, standing);
  const name = nameMember(member);
  const { rejection, isBusy, run } = useTeamAction(
    () => client.team.update.mutate({ memberId: member.id, expectedRevision: member.revision, ...changes }),
    () => `Permissions of ${name} changed. They apply immediately.`,
    onClose,
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={`${member.email} · changes apply immediately.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={changes === null} onClick={run}>
            Save changes
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <PermissionFields standing={standing} onChange={setStanding} before={member.effectivePermissions} />
        <Consequences member={member} losesAttorney={before.isAttorney && !standing.isAttorney} />
        {rejection !== null && (
          <Banner tone="danger" live title={rejection.code === "STALE_REVISION" ? "This member was changed in another session" : undefined}>
            {rejection.code === "STALE_REVISION" ? "Close this dialog, review the changes, then try again." : rejection.message}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

function Consequences({ member, losesAttorney }: { member: Member; losesAttorney: boolean }) {
  const { memberId } = useOrganization();
  const preview = usePreview(member.id, losesAttorney);
  return (
    <>
      {losesAttorney && member.status === "active" && <StoppingKeys preview={preview} emptyText="No API keys are affected." />}
      {member.id === memberId && <Banner>This is your own account. You cannot restore permissions you remove.</Banner>}
    </>
  );
}
