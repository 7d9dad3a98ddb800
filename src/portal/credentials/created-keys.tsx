import { useQueries, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { TextLink } from "../ui/link.tsx";
import type { Key, KeyPage } from "./portal-types.ts";

const limit = 200;

type MadeBy = { createdByKeyId: string } | { rotatedByKeyId: string };

function useMadeOptions() {
  const trpc = useTRPC();
  return (filter: MadeBy) => trpc.serviceAccounts.list.queryOptions({ ...filter, limit }, { staleTime: 0 });
}

/** Keys that a key created, directly or through other keys, or of which it has a secret by rotation; newest first. */
export function useMadeKeys(filter: MadeBy) {
  const options = useMadeOptions();
  return useQuery(options(filter));
}

/** For each of some keys, the names of those that its revocation also ends. */
export function useAllMadeKeys(keys: readonly Key[]) {
  const options = useMadeOptions();
  const created = useQueries({ queries: keys.map(({ id }) => options({ createdByKeyId: id })) });
  const rotated = useQueries({ queries: keys.map(({ id }) => options({ rotatedByKeyId: id })) });
  const all = [...created, ...rotated];
  return {
    isPending: all.some(({ isPending }) => isPending),
    hasError: all.some(({ error }) => error !== null),
    made: keys.map((key, index) => ({ key, created: nameLive(created[index]?.data), rotated: nameLive(rotated[index]?.data) })),
  };
}

function nameLive(page: KeyPage | undefined): string[] {
  const names = page?.serviceAccounts.filter(({ status }) => status !== "revoked").map(({ name }) => name) ?? [];
  return page === undefined || page.nextCursor === null ? names : [...names, "and more"];
}

/** @param createdByKeyId the key of which the list need not say that it created them; undefined if the list says nothing of creators */
export function MadeKeyList({ createdByKeyId, keys, hasMore }: { createdByKeyId?: string; keys: readonly Key[]; hasMore: boolean }) {
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
          {createdByKeyId !== undefined && createdBy !== null && createdBy.id !== createdByKeyId && <span className="text-muted">created by {createdBy.name}</span>}
        </li>
      ))}
      {hasMore && <li className="text-muted">And more.</li>}
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
        <SectionCard title="Created keys" description="Keys that this key created, directly or through other keys.">
          <MadeKeyList createdByKeyId={keyId} keys={created.serviceAccounts} hasMore={created.nextCursor !== null} />
        </SectionCard>
      )}
      {rotated !== undefined && rotated.serviceAccounts.length > 0 && (
        <SectionCard title="Rotated keys" description="Other keys with a secret that this key, or a key that it created, got by rotation.">
          <MadeKeyList keys={rotated.serviceAccounts} hasMore={rotated.nextCursor !== null} />
        </SectionCard>
      )}
    </>
  );
}
