import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import type { Key } from "./portal-types.ts";
import { deniedScopes as t } from "./lazy-strings.ts";

/** Elevated scopes whose newest request was denied, with the administrator's note. */
export function DeniedScopes({ serviceAccount: { id, scopes } }: { serviceAccount: Key }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.listDeniedScopes.queryOptions({ keyId: id }));
  const denied = data?.denied.filter(({ scope }) => !scopes.some((held) => held === scope)) ?? [];
  if (denied.length === 0) return null;
  return (
    <SectionCard title={t.denied} description={t.deniedDescription}>
      <ul className="divide-y divide-line">
        {denied.map(({ id: requestId, scope, note, decidedBy, decidedAt }) => (
          <li key={requestId} className="py-3 text-sm first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2">
              <Code>{scope}</Code>
              <StatusBadge status="denied" />
            </p>
            {note !== null && <p className="mt-1.5 wrap-anywhere">“{note}”</p>}
            <p className="mt-1 text-muted">
              {decidedBy?.name ?? t.platformAdministrator}, <RelativeTime instant={decidedAt} />
            </p>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
