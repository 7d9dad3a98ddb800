import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { recentScopeDays } from "../../contract/portal/usage.ts";
import { useTRPC } from "../client/trpc.ts";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { ExactTime } from "../ui/relative-time.tsx";
import { scopeUse as t } from "./strings.ts";

/** When a key last used each of its scopes; undefined while it loads, null if that failed. */
export function useScopeUses(keyId: string): ReadonlyMap<string, string | null> | null | undefined {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.keys.scopeUses.queryOptions({ keyId }));
  if (error !== null) return null;
  return data === undefined ? undefined : new Map(data.scopes.map(({ scope, lastUsedAt }) => [scope, lastUsedAt]));
}

const dayMilliseconds = 86_400_000;

interface ScopeUseProps {
  scope: string;
  uses: ReturnType<typeof useScopeUses>;
}

/** Whether the key used a scope in the last 30 days. */
export function ScopeUse({ scope, uses }: ScopeUseProps) {
  const [now] = useState(() => Date.now());
  if (uses === null) return null;
  if (uses === undefined) return <Skeleton className="h-4 w-28" />;
  const lastUsedAt = uses.get(scope) ?? null;
  if (lastUsedAt === null) return <span className="text-muted">{t.neverUsed}</span>;
  const isRecent = Date.parse(lastUsedAt) > now - recentScopeDays * dayMilliseconds;
  return (
    <span className={isRecent ? "text-success" : "text-muted"}>
      {isRecent ? t.used : t.notUsedInDays(recentScopeDays)}
      <ExactTime instant={lastUsedAt} time={false} />
    </span>
  );
}
