import { useState } from "react";
import type { Permission, Role } from "../../contract/permissions.ts";
import { useTRPCClient } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { PermissionFields, type Standing } from "./permission-fields.tsx";
import { StoppingKeys, usePreview } from "./stopping-keys.tsx";
import { editDialog as t } from "./strings.ts";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";

function readStanding({ role, isAttorney, canActForKeysByApi, permissions }: Member): Standing {
  return { role: role as Role, isAttorney, canActForKeysByApi, permissions: (permissions ?? []) as Permission[] };
}

/** Changed fields as the procedure takes them; null if none. */
function listChanges(before: Standing, after: Standing): Partial<Standing> | null {
  const changes = {
    ...(after.role !== before.role && { role: after.role }),
    ...(after.isAttorney !== before.isAttorney && { isAttorney: after.isAttorney }),
    ...(after.canActForKeysByApi !== before.canActForKeysByApi && { canActForKeysByApi: after.canActForKeysByApi }),
    ...(after.permissions.toSorted().join() !== before.permissions.toSorted().join() && {
      permissions: after.permissions,
    }),
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
    () => client.members.update.mutate({ memberId: member.id, expectedRevision: member.revision, ...changes }),
    () => t.permissionsOfChanged(name),
    onClose,
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={t.changesApplyImmediately(member.email)}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" busy={isBusy} disabled={changes === null} onClick={run}>
            {t.saveChanges}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <PermissionFields standing={standing} onChange={setStanding} before={member.effectivePermissions} />
        <Consequences member={member} losesAttorney={before.isAttorney && !standing.isAttorney} />
        {rejection !== null && (
          <Banner tone="danger" live title={rejection.code === "STALE_REVISION" ? t.thisMemberWasChanged : undefined}>
            {rejection.code === "STALE_REVISION" ? t.closeThisDialog : rejection.message}
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
      {losesAttorney && member.status === "active" && <StoppingKeys preview={preview} emptyText={t.noApiKeys} />}
      {member.id === memberId && <Banner>{t.thisIsYourOwn}</Banner>}
    </>
  );
}
