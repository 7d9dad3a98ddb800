import { ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import { useAccount } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";

/** The server rejects everyone else; this only explains it beforehand. */
export function AdministratorsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { isPlatformAdministrator, twoFactorEnabled, memberships } = useAccount();
  if (!isPlatformAdministrator) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          icon={ShieldX}
          title="For platform administrators only"
          actions={memberships.length > 0 && <LinkButton href="/organizations">Your organizations</LinkButton>}
        >
          Platform administrators manage elevated scopes and rate limits. See your firm’s keys under API keys in your organization.
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
              Set up second factor
            </LinkButton>
          }
        >
          Platform administration requires a second factor on your account.
        </Banner>
      </>
    );
  }
  return children;
}
