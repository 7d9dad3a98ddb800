import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { InviteAgainDialog, ReactivateDialog } from "./return-dialogs.tsx";
import type { Member } from "./team-query.ts";
import { later } from "../ui/feedback/later.tsx";

// Loaded on first use: they include the form library.
const InviteDialog = later(() => import("./invite-dialog.tsx"));
const EditDialog = later(() => import("./edit-dialog.tsx"));
const ProfileDialog = later(() => import("./profile-dialog.tsx"));
const AbsenceDialog = later(() => import("./absence-dialog.tsx"));
const FeedsDialog = later(() => import("./feeds-dialog.tsx"));
const SuspendDialog = later(() => import("./suspend-dialog.tsx"));

export type TeamAction =
  | { kind: "invite" }
  | {
      kind: "edit" | "profile" | "absence" | "feeds" | "suspend" | "deactivate" | "reactivate" | "invite-again";
      member: Member;
    };

export function TeamDialog({ act, onClose }: { act: TeamAction; onClose: () => void }) {
  switch (act.kind) {
    case "invite":
      return <InviteDialog onClose={onClose} />;
    case "edit":
      return <EditDialog member={act.member} onClose={onClose} />;
    case "profile":
      return <ProfileDialog member={act.member} onClose={onClose} />;
    case "absence":
      return <AbsenceDialog member={act.member} onClose={onClose} />;
    case "feeds":
      return <FeedsDialog member={act.member} onClose={onClose} />;
    case "suspend":
      return <SuspendDialog member={act.member} onClose={onClose} />;
    case "deactivate":
      return <DeactivateDialog member={act.member} onClose={onClose} />;
    case "reactivate":
      return <ReactivateDialog member={act.member} onClose={onClose} />;
    case "invite-again":
      return <InviteAgainDialog member={act.member} onClose={onClose} />;
    default:
      return act satisfies never;
  }
}
