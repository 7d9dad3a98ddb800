"use client";

import { useEffect } from "react";
import { useAccount } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ChangePassword } from "./change-password.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";
import { accountScreen as t } from "./strings.ts";

export function AccountScreen() {
  const { user, isPlatformAdministrator } = useAccount();
  useScrollToAnchor();
  return (
    <>
      <PageHeader title={t.accountAndSecurity} description={t.accountAndSecurityDescription} />
      <div className="grid gap-6">
        <SectionCard title={t.profile} description={t.profileDescription}>
          <DescriptionList
            facts={[
              [t.name, user.name],
              [t.emailAddress, user.email],
              ...(isPlatformAdministrator ? [[t.role, t.platformAdministrator] as const] : []),
            ]}
          />
        </SectionCard>
        <SecondFactor />
        <Passkeys />
        <ChangePassword />
        <Sessions />
      </div>
    </>
  );
}

/** Scrolls to the URL's anchor: the browser looks for it before the screen is rendered. */
function useScrollToAnchor(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
}
