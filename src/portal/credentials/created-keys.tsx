"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { TextLink } from "../ui/link.tsx";
import type { Key } from "./portal-types.ts";

const limit = 200;

/** Keys that a key created, directly or through other keys; newest first. */
export function useCreatedKeys(keyId: string) {
  const trpc = useTRPC();
  return useQuery(trpc.serviceAccounts.list.queryOptions({ createdByKeyId: keyId, limit }, { staleTime: 0 }));
}

export function CreatedKeyList({ keyId, keys, hasMore }: { keyId: string; keys: readonly Key[]; hasMore: boolean }) {
  const { href } = useOrganization();
  return (
    <ul className="grid max-h-64 gap-2.5 overflow-y-auto text-sm">
      {keys.map(({ id, name, keyPrefix, status, createdBy }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <TextLink href={href(`/credentials/${id}`)} className="font-semibold wrap-anywhere">
            {name}
          </TextLink>
          <Code>{keyPrefix}</Code>
          <StatusBadge status={status} />
          {createdBy !== null && createdBy.id !== keyId && <span className="text-muted">created by {createdBy.name}</span>}
        </li>
      ))}
      {hasMore && <li className="text-muted">And more.</li>}
    </ul>
  );
}

/** Nothing for a key that created none. */
export function CreatedKeys({ keyId }: { keyId: string }) {
  const { data } = useCreatedKeys(keyId);
  if (data === undefined || data.serviceAccounts.length === 0) return null;
  return (
    <SectionCard title="Created keys" description="Keys that this key created, directly or through other keys.">
      <CreatedKeyList keyId={keyId} keys={data.serviceAccounts} hasMore={data.nextCursor !== null} />
    </SectionCard>
  );
}
