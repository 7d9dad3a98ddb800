import { ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import { useAccount } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { administratorsOnly as t } from "./strings.ts";

/** The server rejects everyone else; this only explains it beforehand. */
export function AdministratorsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { isPlatformAdministrator, twoFactorEnabled, memberships } = useAccount();
  if (!isPlatformAdministrator) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          icon={ShieldX}
          title={t.forPlatformAdministratorsOnly}
          actions={memberships.length > 0 && <LinkButton href="/organizations">{t.yourOrganizations}</LinkButton>}
        >
          {t.platformAdministratorsManageElevated}
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
          title={t.setUpSecondFactor}
          actions={
            <LinkButton href="/account#second-factor" variant="primary" size="sm">
              {t.setUp}
            </LinkButton>
          }
        >
          {t.platformAdministrationRequiresSecond}
        </Banner>
      </>
    );
  }
  return children;
}
