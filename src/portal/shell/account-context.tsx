import { createContext, useContext, useMemo, type ReactNode } from "react";
import type { AccountSummary } from "../../areas/account/schema.ts";
import type { Permission } from "../../contract/permissions.ts";

export type AccountView = AccountSummary;

export type MembershipView = AccountSummary["memberships"][number];

export interface OrganizationView extends MembershipView {
  /** The server decides; this only mirrors. */
  can: (permission: Permission) => boolean;
  /** `href("/credentials")`. */
  href: (path: string) => string;
}

interface Locked {
  account: AccountView;
  organization: OrganizationView | null;
}

const AccountContext = createContext<Locked | null>(null);

export function useAccount(): AccountView {
  return useHeldValue().account;
}

/** Only below /o/[slug]. */
export function useOrganization(): OrganizationView {
  const { organization } = useHeldValue();
  if (organization === null) throw new Error("this screen does not belong to an organization");
  return organization;
}

export function useOptionalOrganization(): OrganizationView | null {
  return useHeldValue().organization;
}

function useHeldValue(): Locked {
  const held = useContext(AccountContext);
  if (held === null) throw new Error("this screen is outside the shell");
  return held;
}

interface AccountHolderProps {
  account: AccountView;
  membership: MembershipView | null;
  children: ReactNode;
}

export function AccountHolder({ account, membership, children }: AccountHolderProps) {
  const held = useMemo(
    () => ({ account, organization: membership === null ? null : viewOrganization(membership) }),
    [account, membership],
  );
  return <AccountContext value={held}>{children}</AccountContext>;
}

function viewOrganization(membership: MembershipView): OrganizationView {
  return {
    ...membership,
    can: (permission) => membership.permissions.includes(permission),
    href: (path) => `/o/${membership.slug}${path}`,
  };
}
