import { useTRPCClient } from "../client/trpc.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { firstInvitation, returnDialogs as t } from "./strings.ts";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";

interface ReturnDialogProps {
  member: Member;
  onClose: () => void;
}

interface ConfirmationProps {
  title: string;
  description: string;
  confirm: string;
  act: ReturnType<typeof useTeamAction>;
  onClose: () => void;
}

function ReturnDialog({ title, description, confirm, act, onClose }: ConfirmationProps) {
  const { rejection, isBusy, run } = act;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      danger={false}
      title={title}
      description={description}
      confirm={confirm}
      busy={isBusy}
      onConfirm={run}
    >
      {rejection === null ? undefined : (
        <Banner tone="danger" live>
          {rejection.message}
        </Banner>
      )}
    </AlertDialog>
  );
}

export function ReactivateDialog({ member, onClose }: ReturnDialogProps) {
  const client = useTRPCClient();
  const name = nameMember(member);
  const act = useTeamAction(
    () =>
      client.members.transition.mutate({ memberId: member.id, toStatus: "active", expectedRevision: member.revision }),
    ({ member: after }) => (after.status === "invited" ? t.newInvitationSentTo(member.email) : t.wasReactivated(name)),
    onClose,
  );
  return (
    <ReturnDialog
      title={t.reactivate(name)}
      description={
        (member.actingForKeyCount ?? 0) > 0
          ? t.getsSameRole(member.firstName)
          : t.getsSameRoleAndPermissionsAsBefore(member.firstName)
      }
      confirm={t.reactivateMember}
      act={act}
      onClose={onClose}
    />
  );
}

export function InviteAgainDialog({ member, onClose }: ReturnDialogProps) {
  const client = useTRPCClient();
  const { email } = member;
  const texts = member.status === "active" ? firstInvitation : t;
  const act = useTeamAction(
    () => client.members.resendInvitation.mutate({ memberId: member.id }),
    () => texts.invitationResentTo(email),
    onClose,
  );
  return (
    <ReturnDialog
      title={texts.resendInvitationTo(nameMember(member))}
      description={texts.description(email)}
      confirm={texts.resendInvitation}
      act={act}
      onClose={onClose}
    />
  );
}
