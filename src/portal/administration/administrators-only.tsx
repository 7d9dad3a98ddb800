"use client";

import { ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import { useAccount } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";

/** Shows a screen to platform administrators alone. The server refuses everybody else; this says so before. */
export function AdministratorsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { isPlatformAdministrator, twoFactorEnabled, memberships } = useAccount();
  if (!isPlatformAdministrator) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          icon={ShieldX}
          title="This is for platform administrators"
          actions={memberships.length > 0 && <LinkButton href="/organizations">Your organizations</LinkButton>}
        >
          Elevated scopes and rate limits are decided by the people who run this installation. What your firm’s keys may do, you see in your
          organization under API credentials.
        </EmptyState>
      </>
    );
  }
  if (!twoFactorEnabled) {
    return (
      <>
        <PageHeader title={title} />
        <Banner
          tone="warning"
          title="Set up a second factor first"
          actions={
            <LinkButton href="/account#second-factor" variant="primary" size="sm">
              Set it up
            </LinkButton>
          }
        >
          Platform administrators see every organization. Without a second factor on your account nothing of it is shown.
        </Banner>
      </>
    );
  }
  return children;
}
