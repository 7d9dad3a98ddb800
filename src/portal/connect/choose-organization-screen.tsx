"use client";

import { ChevronRight } from "lucide-react";
import { useEffect } from "react";
import { useAccount } from "../shell/account-context.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { Loading } from "../ui/feedback/skeleton.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { chooseScreen as t } from "./strings.ts";

interface ChooseOrganizationScreenProps {
  /** As the server encrypted it; null where there is none. */
  request: string | null;
  /** Why there is none. */
  problem: string | null;
}

/** Where the authorization endpoint sends a person: to the consent screen of an organization, or to what is wrong. */
export function ChooseOrganizationScreen({ request, problem }: ChooseOrganizationScreenProps) {
  const { memberships } = useAccount();
  const [only, second] = memberships;
  const target = request !== null && only !== undefined && second === undefined ? writeHref(only.slug, request) : null;
  useEffect(() => {
    if (target !== null) window.location.replace(target);
  }, [target]);
  if (target !== null) return <Loading what={t.continuing} />;
  if (request === null)
    return (
      <>
        <PageHeader title={t.title} />
        <EmptyState title={t.invalid}>
          {problem === "client" || problem === "redirect" ? t.problems[problem] : t.problems.request}
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader title={t.title} description={t.chooseOrganization} />
      {memberships.length === 0 && <EmptyState title={t.none}>{t.noneDescription}</EmptyState>}
      <ul className="grid max-w-2xl gap-3">
        {memberships.map(({ slug, organizationName }) => (
          <li key={slug}>
            {/* A page load, so that no data of one organization stays in memory in the other. */}
            <a
              href={writeHref(slug, request)}
              className="flex items-center gap-4 rounded-lg border border-line bg-surface px-5 py-4 text-base leading-snug font-semibold text-text no-underline shadow-xs transition-colors hover:border-accent hover:bg-accent-soft"
            >
              <span className="min-w-0 flex-1">{organizationName}</span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function writeHref(slug: string, request: string): string {
  return `/o/${slug}/connect?request=${encodeURIComponent(request)}`;
}
