import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import type { PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/overlays/dropdown-menu.tsx";
import { verification as t } from "./strings.ts";

type Verified = Pick<
  PortalOutputs["jurisdictionRules"]["list"]["jurisdictionRules"][number],
  "verification" | "verifiedBy"
>;
type Verification = Verified["verification"];

/** Whether an attorney of the firm vouches for a rule or a template, and who. */
export function VerificationFact({ of: { verification, verifiedBy } }: { of: Verified }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StatusBadge status={verification} />
      {verifiedBy !== null && (
        <span className="text-muted">{t.verifiedBy(`${verifiedBy.firstName} ${verifiedBy.lastName}`)}</span>
      )}
    </span>
  );
}

const verifications: readonly Verification[] = ["verified", "unverified", "disabled"];

interface VerificationMenuProps {
  name: string;
  verification: Verification;
  isBusy: boolean;
  onChange: (to: Verification) => void;
  /** Where verifying takes a dialog. */
  onVerify?: (() => void) | undefined;
  /** To which states the member may change it, by default all. */
  allowed?: readonly Verification[] | undefined;
  /** Further items. */
  children?: ReactNode;
}

export function VerificationMenu(props: VerificationMenuProps) {
  const { name, verification, isBusy, onChange, onVerify, allowed = verifications, children } = props;
  const trigger = (
    <Button size="sm" variant="ghost" busy={isBusy} aria-label={t.actionsOf(name)}>
      <Ellipsis aria-hidden className="size-4" />
    </Button>
  );
  const { isAttorney } = useOrganization();
  const others = allowed.filter((each) => each !== verification && (isAttorney || each !== "verified"));
  return (
    <Menu trigger={trigger}>
      {others.map((to) => (
        <MenuItem key={to} onSelect={() => (to === "verified" && onVerify !== undefined ? onVerify() : onChange(to))}>
          {t.changes[to]}
        </MenuItem>
      ))}
      {!isAttorney && verification !== "verified" && <MenuLabel>{t.onlyAttorneysVerify}</MenuLabel>}
      {children}
    </Menu>
  );
}
