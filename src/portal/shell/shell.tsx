"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useRef, type ReactNode } from "react";
import { AttentionLine } from "../attention/attention-line.tsx";
import { PortalClient } from "../client/portal-client.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { LinkButton } from "../ui/link.tsx";
import { Loading, Skeleton, SkeletonText } from "../ui/feedback/skeleton.tsx";
import { AccountHolder, type AccountView } from "./account-context.tsx";
import { Navigation } from "./navigation.tsx";
import { OfflineLine } from "./offline-line.tsx";
import { shell as t } from "./strings.ts";
import { TopBar } from "./top-bar.tsx";

const SandboxBand = later(() => import("./sandbox-band.tsx").then((module) => module.SandboxBand));

interface ShellProps {
  /** null on pages of the person. */
  slug: string | null;
  children: ReactNode;
}

export function Shell({ slug, children }: ShellProps) {
  useScrollToTop();
  return (
    <PortalClient key={slug ?? ""} slug={slug}>
      <SignedIn slug={slug}>{children}</SignedIn>
    </PortalClient>
  );
}

/**
 * Another screen begins at its top. Next leaves the offset where the new screen's placeholder is in view; Back and
 * Forward keep the browser's.
 */
function useScrollToTop(): void {
  const path = usePathname();
  const shown = useRef(path);
  const popped = useRef<string | null>(null);
  useEffect(() => {
    const note = () => {
      popped.current = window.location.pathname;
    };
    window.addEventListener("popstate", note);
    return () => window.removeEventListener("popstate", note);
  }, []);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const isPopped = popped.current === path;
    popped.current = null;
    if (!isPopped && window.location.hash === "") window.scrollTo({ top: 0, behavior: "instant" });
  }, [path]);
}

function SignedIn({ slug, children }: ShellProps) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.account.get.queryOptions({}, { staleTime: 60_000 }));
  // Arrives with the account, so that the attention line moves nothing.
  useQuery(
    trpc.keys.overview.queryOptions(
      {},
      { enabled: slug !== null, notifyOnChangeProps: [], refetchOnWindowFocus: false },
    ),
  );
  if (data !== undefined) {
    return (
      <Known account={data} slug={slug}>
        {children}
      </Known>
    );
  }
  const hasFailed = error !== null && readError(error).code !== "UNAUTHORIZED";
  return (
    <Frame bar={<TopBar placeholder />} navigation={<SkeletonText lines={6} className="px-3 pt-8" />}>
      {hasFailed ? (
        <ErrorState title={t.notReached} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Frame>
  );
}

function Known({ account, slug, children }: ShellProps & { account: AccountView }) {
  const membership = slug === null ? null : account.memberships.find((candidate) => candidate.slug === slug);
  return (
    <AccountHolder account={account} membership={membership ?? null}>
      <Frame bar={<TopBar />} navigation={<Navigation />}>
        {membership === undefined ? (
          <NoSuchOrganization />
        ) : (
          <>
            {membership?.isSandbox === true && <SandboxBand />}
            {membership !== null && <AttentionLine />}
            {children}
          </>
        )}
      </Frame>
    </AccountHolder>
  );
}

function Frame({ bar, navigation, children }: { bar: ReactNode; navigation: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <div className="contents print:hidden">{bar}</div>
      <div className="mx-auto grid max-w-[100rem] lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        <aside className="sticky top-14 h-[calc(100dvh-3.5rem)] overflow-y-auto max-lg:hidden print:hidden">
          {navigation}
        </aside>
        <main
          id="content"
          tabIndex={-1}
          className="min-h-[calc(100dvh-3.5rem)] min-w-0 border-line px-4 pt-6 pb-20 outline-none! sm:px-8 sm:pt-9 lg:border-l xl:px-12"
        >
          <OfflineLine />
          {children}
        </main>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div>
      <Loading />
      <Skeleton className="h-8 w-64" />
      <Skeleton className="mt-3 w-96 max-w-full" />
      <Skeleton className="mt-10 h-64 w-full rounded-lg" />
    </div>
  );
}

function NoSuchOrganization() {
  return (
    <div className="max-w-prose">
      <h1 className="font-serif text-[1.75rem] font-semibold">{t.organizationNotFound}</h1>
      <p className="mt-3 text-muted">{t.checkUrl}</p>
      <LinkButton href="/organizations" className="mt-6">
        {t.yourOrganizations}
      </LinkButton>
    </div>
  );
}
