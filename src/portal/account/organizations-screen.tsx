"use client";

import { ChevronRight } from "lucide-react";
import { useEffect } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { useAccount, type AccountView } from "../shell/account-context.tsx";
import { findLanding } from "../shell/places.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { nameRole } from "../../contract/role-name.ts";
import { Loading } from "../ui/feedback/skeleton.tsx";
import { organizationsScreen as t } from "./strings.ts";

export function OrganizationsScreen() {
  const account = useAccount();
  const target = findOnlyPlace(account);
  useEffect(() => {
    if (target !== null) window.location.replace(target);
  }, [target]);
  if (target !== null) return <Loading what={t.continuing} />;
  return (
    <>
      <PageHeader title={t.chooseOrganization} description={t.chooseOrganizationDescription} />
      {account.memberships.length + account.invitations.length === 0 && <None />}
      {account.memberships.length > 0 && <Choices account={account} />}
      {account.invitations.length > 0 && <Invitations invitations={account.invitations} />}
    </>
  );
}

function Choices({ account }: { account: AccountView }) {
  return (
    <ul className="grid max-w-2xl gap-3">
      {account.memberships.map((membership) => (
        <li key={membership.slug}>
          {/* A page load, so that no data of one organization stays in memory in the other. */}
          <a
            href={findLanding(membership)}
            className="flex items-center gap-4 rounded-lg border border-line bg-surface px-5 py-4 text-text no-underline shadow-xs transition-colors hover:border-accent hover:bg-accent-soft"
          >
            <span className="min-w-0 flex-1">
              <span className="block text-base leading-snug font-semibold">{membership.organizationName}</span>
              <span className="block text-sm text-muted">{nameRole(membership.role)}</span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Invitations({ invitations }: Pick<AccountView, "invitations">) {
  return (
    <section aria-labelledby="invitations" className="mt-10 max-w-2xl first:mt-0">
      <h2 id="invitations" className="text-lg font-semibold">
        {t.invitations}
      </h2>
      <p className="mt-1 text-sm text-muted">{t.afterYouJoin}</p>
      <ul className="mt-4 grid gap-3">
        {invitations.map((invitation) => (
          <InvitationItem key={invitation.organizationId} {...invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationItem({ organizationId, organizationName }: AccountView["invitations"][number]) {
  const trpc = useTRPC();
  const invalidate = useInvalidate(({ account }) => [account.get.pathFilter()]);
  const join = useChange(trpc.account.acceptInvitation.mutationOptions(), {
    successMessage: () => t.youJoined(organizationName),
    invalidate,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-5 py-4 shadow-xs">
      <span className="min-w-0 flex-1 text-base leading-snug font-semibold wrap-anywhere">{organizationName}</span>
      <Button
        variant="primary"
        className="max-w-full"
        busy={join.isPending}
        onClick={() => join.mutate({ organizationId })}
      >
        {t.joinOrganization(<span className="sr-only"> {organizationName}</span>)}
      </Button>
    </li>
  );
}

function None() {
  return <EmptyState title={t.noOrganizations}>{t.askAdministrator}</EmptyState>;
}

function findOnlyPlace({
  memberships,
  invitations,
  isPlatformAdministrator,
  twoFactorEnabled,
}: AccountView): string | null {
  if (invitations.length > 0) return null;
  const [only, second] = memberships;
  if (only !== undefined) return second === undefined && !isPlatformAdministrator ? findLanding(only) : null;
  if (!isPlatformAdministrator) return null;
  return twoFactorEnabled ? "/administration" : "/account#second-factor";
}
