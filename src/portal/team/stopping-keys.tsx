import { useQuery } from "@tanstack/react-query";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Code } from "../ui/code-block.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { TextLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { stoppingKeys as t } from "./strings.ts";

type StoppingKey = NonNullable<PortalOutputs["members"]["deactivationPreview"]["get"]["preview"]["keys"]>[number];

/** Refetched each time, because a decision depends on it. */
export function usePreview(memberId: string, enabled = true) {
  const trpc = useTRPC();
  return useQuery(
    trpc.members.deactivationPreview.get.queryOptions({ memberId }, { enabled, staleTime: 0, gcTime: 0 }),
  );
}

export function StoppingKeys({
  preview,
  emptyText,
}: {
  preview: ReturnType<typeof usePreview>;
  /** Shown when no key stops. */ emptyText: string;
}) {
  const { data, error, isFetching, refetch } = preview;
  if (data === undefined) {
    if (error !== null)
      return (
        <ErrorState title={t.couldNotLoadAffected} error={error} busy={isFetching} onRetry={() => void refetch()} />
      );
    return (
      <div className="grid gap-2.5 rounded-lg border border-line px-4 py-3">
        <Loading what={t.loadingAffectedApiKeys} />
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  }
  const { keyCount, keys } = data.preview;
  if (keyCount === 0) return <p className="text-sm text-muted">{emptyText}</p>;
  return (
    <Banner tone="warning" title={t.apiKeysWillStop(keyCount)}>
      <p>{t.requestsThatNeed}</p>
      {keys !== null && <KeyList keys={keys} />}
    </Banner>
  );
}

function KeyList({ keys }: { keys: readonly StoppingKey[] }) {
  const { href } = useOrganization();
  return (
    <ul className="mt-3 grid max-h-64 gap-3 overflow-y-auto pr-1">
      {keys.map((key) => (
        <li key={key.id}>
          <TextLink href={href(`/credentials/${key.id}`)} className="font-semibold wrap-anywhere">
            {key.name}
          </TextLink>{" "}
          <Code>{key.keyPrefix}</Code>
          <p className="text-muted">
            {t.lastUsed(
              key.stoppedScopes.join(", "),
              key.isPaused,
              <RelativeTime instant={key.lastUsedAt} fallback={t.never} />,
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
