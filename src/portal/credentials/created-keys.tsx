import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { TextLink } from "../ui/link.tsx";
import type { Key } from "./portal-types.ts";
import { createdKeys as t } from "./lazy-strings.ts";

const limit = 200;

type MadeBy = { createdByKeyId: string } | { rotatedByKeyId: string };

/** Keys that a key created, directly or through other keys, or of which it has a secret by rotation; newest first. */
export function useMadeKeys(filter: MadeBy) {
  const trpc = useTRPC();
  return useQuery(trpc.serviceAccounts.list.queryOptions({ ...filter, limit }, { staleTime: 0 }));
}

/**
 * @param createdByKeyId the key of which the list need not say that it created them; undefined if the list says nothing
 *   of creators
 */
export function MadeKeyList({
  createdByKeyId,
  keys,
  hasMore,
}: {
  createdByKeyId?: string;
  keys: readonly Key[];
  hasMore: boolean;
}) {
  const { href } = useOrganization();
  if (keys.length === 0 && !hasMore) return null;
  return (
    <ul className="grid max-h-64 gap-2.5 overflow-y-auto text-sm">
      {keys.map(({ id, name, keyPrefix, status, createdBy }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <TextLink href={href(`/credentials/${id}`)} className="font-semibold wrap-anywhere">
            {name}
          </TextLink>
          <Code>{keyPrefix}</Code>
          <StatusBadge status={status} />
          {createdByKeyId !== undefined && createdBy !== null && createdBy.id !== createdByKeyId && (
            <span className="text-muted">{t.createdBy(createdBy.name)}</span>
          )}
        </li>
      ))}
      {hasMore && <li className="text-muted">{t.andMore}</li>}
    </ul>
  );
}

/** Nothing for a key that created and rotated none. */
export function MadeKeys({ keyId }: { keyId: string }) {
  const { data: created } = useMadeKeys({ createdByKeyId: keyId });
  const { data: rotated } = useMadeKeys({ rotatedByKeyId: keyId });
  return (
    <>
      {created !== undefined && created.serviceAccounts.length > 0 && (
        <SectionCard title={t.title} description={t.description}>
          <MadeKeyList createdByKeyId={keyId} keys={created.serviceAccounts} hasMore={created.nextCursor !== null} />
        </SectionCard>
      )}
      {rotated !== undefined && rotated.serviceAccounts.length > 0 && (
        <SectionCard title={t.rotatedKeys} description={t.rotatedKeysDescription}>
          <MadeKeyList keys={rotated.serviceAccounts} hasMore={rotated.nextCursor !== null} />
        </SectionCard>
      )}
    </>
  );
}
