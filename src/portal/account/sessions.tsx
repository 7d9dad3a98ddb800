import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import type { AccountSession } from "../../areas/account/schema.ts";
import { callIdentity } from "../client/identity/call-identity.ts";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { nameDevice } from "./name-device.ts";
import { sessions as t } from "./strings.ts";

export function Sessions() {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.account.listSessions.queryOptions({}));
  const [isConfirming, setConfirming] = useState(false);
  return (
    <SectionCard
      title={t.title}
      description={t.description}
      actions={
        <Button variant="danger-quiet" size="sm" onClick={() => setConfirming(true)}>
          {t.signOutEverywhere}
        </Button>
      }
    >
      {data !== undefined && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {data.sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
      {data === undefined && error === null && <Waiting />}
      {data === undefined && error !== null && (
        <ErrorState title={t.couldNotLoadSessions} error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
      <SignOutEverywhere open={isConfirming} onOpenChange={setConfirming} />
    </SectionCard>
  );
}

function Session({ session }: { session: AccountSession }) {
  const trpc = useTRPC();
  const { isMobile, name } = nameDevice(session.userAgent);
  const invalidate = useInvalidate(({ account }) => [account.listSessions.pathFilter()]);
  const end = useChange(trpc.account.endSession.mutationOptions(), {
    successMessage: () => t.signedOutOf(name),
    invalidate,
  });
  const Icon = isMobile ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name} {session.isCurrent && <Badge tone="success">{t.currentSession}</Badge>}
        </p>
        <p className="text-muted">
          {t.details(
            session.address,
            <RelativeTime instant={session.lastSeenAt} />,
            <RelativeTime instant={session.createdAt} />,
          )}
        </p>
      </div>
      {!session.isCurrent && (
        <Button size="sm" busy={end.isPending} onClick={() => end.mutate({ sessionId: session.id })}>
          {t.signOut}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}

function Waiting() {
  return (
    <div className="divide-y divide-line rounded-md border border-line">
      <Loading />
      {[1, 2].map((row) => (
        <div key={row} className="grid h-16.5 content-center gap-2 px-4">
          <Skeleton className="w-40" />
          <Skeleton className="w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}

function SignOutEverywhere({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    try {
      await callIdentity("revoke-sessions");
      window.location.assign("/sign-in");
    } catch (error) {
      showToast(readError(error).message, "danger");
      setBusy(false);
    }
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.signOutEverywhereTitle}
      description={t.signOutEverywhereDescription}
      confirm={t.signOutEverywhere}
      busy={isBusy}
      onConfirm={() => void signOut()}
    />
  );
}
