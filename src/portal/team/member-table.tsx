import { MoreHorizontal, ShieldAlert, ShieldCheck } from "lucide-react";
import { useAccount, useOrganization } from "../shell/account-context.tsx";
import { formatDay } from "../deadlines/views.ts";
import { Badge } from "../ui/feedback/badge.tsx";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { Menu, MenuItem, MenuSeparator } from "../ui/overlays/dropdown-menu.tsx";
import { nameRole } from "../../contract/role-name.ts";
import { nameStatus, StatusBadge } from "../ui/feedback/status-badge.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { groupPermissions, permissionTitles } from "./permission-labels.ts";
import { memberTable as t } from "./strings.ts";
import type { TeamAction } from "./team-dialog.tsx";
import { nameMember, type Member } from "./team-query.ts";

interface MemberTableProps {
  members: readonly Member[];
  /** Whether the viewer can manage members; everybody can set their own absence. */
  isManager: boolean;
  onAct: (act: TeamAction) => void;
}

const describeSecondFactor = (isOn: boolean) => (isOn ? t.on : t.notSetUp);
const writeSecondFactor = ({ twoFactorEnabled }: Member) =>
  twoFactorEnabled === null ? null : describeSecondFactor(twoFactorEnabled);
const writePermissions = ({ effectivePermissions }: Member) => effectivePermissions.join(" ");

export function MemberTable({ members, isManager, onAct }: MemberTableProps) {
  const factor: Column<Member> = {
    label: t.twoFactorAuthentication,
    className: "whitespace-normal",
    render: (member) => <SecondFactor member={member} />,
    text: writeSecondFactor,
  };
  return (
    <DataTable
      name="members"
      caption={t.membersByName}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.name,
          render: (member) => <NameCell member={member} onAct={isManager ? onAct : null} />,
          text: nameMember,
          className: "max-sm:pr-10",
        },
        {
          label: t.email,
          render: ({ email }) => (
            <span className="block sm:truncate" title={email}>
              {email}
            </span>
          ),
          text: ({ email }) => email,
          onPhone: "line",
          // A long address is cut, and moves no column beyond the edge.
          className: "max-sm:wrap-anywhere sm:max-w-48",
        },
        { label: t.memberId, render: ({ id }) => <ShortId id={id} />, text: ({ id }) => id, isOptional: true },
        {
          label: t.role,
          render: (member) => <Role member={member} />,
          text: ({ role }) => nameRole(role),
          onPhone: "without-label",
          className: "sm:whitespace-nowrap",
        },
        { label: t.title, render: ({ title }) => title ?? t.noTitle, text: ({ title }) => title, isOptional: true },
        {
          label: t.permissions,
          render: (member) => <Permissions member={member} />,
          text: writePermissions,
          onPhone: "hidden",
          // The dialog of a member has them, too.
          shownFrom: 90,
        },
        ...(isManager ? [factor] : []),
        {
          label: t.status,
          render: ({ status }) => <StatusBadge status={status} />,
          text: ({ status }) => nameStatus(status),
          onPhone: "without-label",
        },
        {
          label: t.actions,
          render: (member) => <MemberMenu member={member} isManager={isManager} onAct={onAct} />,
          className: "w-0 sm:py-2 max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:w-auto",
        },
      ]}
    />
  );
}

const nameLook = "inline-block min-h-6 max-w-full truncate align-bottom font-semibold sm:max-w-40";

function NameCell({ member, onAct }: { member: Member; onAct: MemberTableProps["onAct"] | null }) {
  const { user } = useAccount();
  const { memberId } = useOrganization();
  return (
    <>
      {onAct === null ? (
        <span className={nameLook} title={nameMember(member)}>
          {nameMember(member)}
        </span>
      ) : (
        <button
          type="button"
          onClick={() => onAct({ kind: "edit", member })}
          title={nameMember(member)}
          className={cn(nameLook, "cursor-pointer rounded text-left hover:underline")}
        >
          {nameMember(member)}
        </button>
      )}
      {member.id === memberId && (
        <span className="text-muted" title={user.email}>
          {t.you}
        </span>
      )}
      {member.outOfOffice !== null && (
        <p className="text-[0.8125rem] text-muted">
          {t.absent(formatDay(member.outOfOffice.startOn), formatDay(member.outOfOffice.endOn))}
        </p>
      )}
      {(member.actingForKeyCount ?? 0) > 0 && <p className="text-[0.8125rem] text-muted">{describeKeys(member)}</p>}
    </>
  );
}

function Role({ member: { role, isAttorney, status, canActForKeys } }: { member: Member }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {nameRole(role)}
      {isAttorney && status === "active" && !canActForKeys && <Badge tone="danger">{t.cannotActForKeys}</Badge>}
      {isAttorney !== (role === "attorney") && (
        <Badge tone="outline">{isAttorney ? t.attorney : t.cannotActAsAttorney}</Badge>
      )}
    </div>
  );
}

/** Keys that act for the member, or that need another attorney. */
function describeKeys({ actingForKeyCount, canActForKeys }: Member): string {
  const keys = actingForKeyCount ?? 0;
  return canActForKeys ? t.actingAttorneyOfKeys(keys) : t.keysNeedAnotherActing(keys);
}

function Permissions({ member }: { member: Member }) {
  if (member.effectivePermissions.length === 0) return <span className="text-muted">{t.none}</span>;
  return (
    <details className="relative z-10">
      <summary className="w-fit cursor-pointer rounded whitespace-nowrap">
        {t.permissionCount(member.effectivePermissions.length)}
      </summary>
      <ul className="mt-1.5 grid gap-1 text-[0.8125rem] leading-snug text-muted">
        {groupPermissions(member.effectivePermissions).map(({ group, title, permissions }) => (
          <li key={group}>
            <span className="font-medium text-text">{title}</span>{" "}
            {permissions.map((permission) => permissionTitles[permission]).join(", ")}
          </li>
        ))}
      </ul>
    </details>
  );
}

function SecondFactor({ member }: { member: Member }) {
  if (!member.hasAccount) return <span className="text-muted">{t.noAccount}</span>;
  if (member.twoFactorEnabled === null)
    return <span className="text-muted">{member.status === "invited" ? t.invitationPending : "—"}</span>;
  const Icon = member.twoFactorEnabled ? ShieldCheck : ShieldAlert;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden className={member.twoFactorEnabled ? "size-4 text-success" : "size-4 text-warning"} />
      {describeSecondFactor(member.twoFactorEnabled)}
    </span>
  );
}

/** Is a member, and cannot sign in. */
const lacksAccount = ({ status, hasAccount }: Member) => status === "active" && !hasAccount;

interface MemberMenuProps extends Omit<MemberTableProps, "members"> {
  member: Member;
}

function MemberMenu({ member, isManager, onAct }: MemberMenuProps) {
  const { can, memberId } = useOrganization();
  const isOneself = member.id === memberId;
  const canSetAbsence = member.status === "active" && (isOneself || can("organization:manage"));
  if (!isManager && !canSetAbsence) return null;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={t.actionsFor(nameMember(member))}>
          <MoreHorizontal aria-hidden className="size-4.5" />
        </Button>
      }
    >
      {isManager && <MenuItem onSelect={() => onAct({ kind: "edit", member })}>{t.changeRoleAndPermissions}</MenuItem>}
      {isManager && <MenuItem onSelect={() => onAct({ kind: "profile", member })}>{t.editProfile}</MenuItem>}
      {canSetAbsence && <MenuItem onSelect={() => onAct({ kind: "absence", member })}>{t.setAbsence}</MenuItem>}
      {isManager && member.status === "active" && (
        <MenuItem onSelect={() => onAct({ kind: "feeds", member })}>{t.calendarFeeds}</MenuItem>
      )}
      {isManager && <StatusItems member={member} isOneself={isOneself} onAct={onAct} />}
    </Menu>
  );
}

function StatusItems({
  member,
  isOneself,
  onAct,
}: {
  member: Member;
  isOneself: boolean;
  onAct: MemberTableProps["onAct"];
}) {
  const isOut = member.status === "deactivated" || member.status === "suspended";
  return (
    <>
      {(member.status === "invited" || lacksAccount(member)) && (
        <MenuItem onSelect={() => onAct({ kind: "invite-again", member })}>
          {lacksAccount(member) ? t.sendInvitation : t.resendInvitation}
        </MenuItem>
      )}
      {isOut && <MenuItem onSelect={() => onAct({ kind: "reactivate", member })}>{t.reactivateMember}</MenuItem>}
      {member.status !== "deactivated" && !isOneself && (
        <>
          <MenuSeparator />
          {member.status === "active" && (
            <MenuItem danger onSelect={() => onAct({ kind: "suspend", member })}>
              {t.suspendMember}
            </MenuItem>
          )}
          <MenuItem danger onSelect={() => onAct({ kind: "deactivate", member })}>
            {member.status === "invited" ? t.withdrawInvitation : t.deactivateMember}
          </MenuItem>
        </>
      )}
    </>
  );
}
