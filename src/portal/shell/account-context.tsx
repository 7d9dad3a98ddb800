"use client";

import { createContext, useContext, useMemo } from "react";
import type { ReactNode } from "react";
import type { AccountSummary } from "../../areas/account/schema.ts";
import type { Permission } from "../../contract/permissions.ts";

/** The signed-in person, from `account.get`. */
export type AccountView = AccountSummary;

/** A person's place in an organization. */
export type MembershipView = AccountSummary["memberships"][number];

/** The organization that the screen is about. */
export interface OrganizationView extends MembershipView {
  /** Whether the person may. The server decides; this only mirrors. */
  can: (permission: Permission) => boolean;
  /** The address of a screen of this organization: `href("/credentials")`. */
  href: (path: string) => string;
}

interface Locked {
  account: AccountView;
  organization: OrganizationView | null;
}

const AccountContext = createContext<Locked | null>(null);

/** Who is signed in. Within the shell it is always known. */
export function useAccount(): AccountView {
  return useHeldValue().account;
}

/** The organization of the screen. Only below /o/[slug]. */
export function useOrganization(): OrganizationView {
  const { organization } = useHeldValue();
  if (organization === null) throw new Error("this screen does not belong to an organization");
  return organization;
}

/** The organization of the screen; null on screens that belong to the person. */
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

/** Gives the screens below it who is signed in, and where. */
export function AccountHolder({ account, membership, children }: AccountHolderProps) {
  const held = useMemo(() => ({ account, organization: membership === null ? null : viewOrganization(membership) }), [account, membership]);
  return <AccountContext value={held}>{children}</AccountContext>;
}

function viewOrganization(membership: MembershipView): OrganizationView {
  return {
    ...membership,
    can: (permission) => membership.permissions.includes(permission),
    href: (path) => `/o/${membership.slug}${path}`,
  };
}
