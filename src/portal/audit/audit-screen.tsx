"use client";

import { ScrollText } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import type { Pages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AuditExport } from "./audit-export.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";
import { everything, readAuditQuery, toAuditInput, writeAuditQuery } from "./audit-query.ts";
import type { AuditQuery } from "./audit-query.ts";
import type { AuditPage } from "./audit-labels.ts";

export function AuditScreen() {
  const { can } = useOrganization();
  const query = readAuditQuery(useSearchParams());
  const canRead = can("audit:read");
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Security-relevant actions with actor, time and IP address. Entries cannot be changed or deleted."
        actions={canRead ? <AuditExport input={toAuditInput(query)} /> : undefined}
      />
      {canRead ? <Trail query={query} /> : <NoPermission permission="audit:read" what="view the audit log" />}
    </>
  );
}

function Trail({ query }: { query: AuditQuery }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const path = usePathname();
  const input = { ...toAuditInput(query), limit: 50 };
  const list = usePages<AuditPage>(trpc.audit.list.queryKey(input), (place) => client.audit.list.query({ ...input, ...place }), { keepFormer: true });
  const change = (next: AuditQuery) => {
    const written = writeAuditQuery(next);
    window.history.pushState(null, "", written === "" ? path : `${path}?${written}`);
  };
  return (
    <>
      <AuditFilters query={query} onChange={change} />
      <Entries list={list} query={query} onChange={change} />
    </>
  );
}

function Entries({ list, query, onChange }: { list: Pages<AuditPage>; query: AuditQuery; onChange: (query: AuditQuery) => void }) {
  if (list.data === undefined) return <QueryFallback query={list} what="the audit log" placeholder={<SkeletonTable rows={8} />} />;
  const entries = list.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={ScrollText}
        title={writeAuditQuery(query) === "" ? "No entries yet" : "No matching entries"}
        actions={writeAuditQuery(query) === "" ? undefined : <Button onClick={() => onChange(everything)}>Clear filters</Button>}
      >
        Sign-ins and changes of API keys, scopes and members are listed here.
      </EmptyState>
    );
  }
  return (
    <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? "opacity-60 transition-opacity delay-150" : undefined}>
      <AuditTable entries={entries} onActor={query.actorId === null ? (actorId) => onChange({ ...query, actorId }) : null} />
      <LoadMore {...list} nouns={["entry", "entries"]} count={entries.length} />
    </div>
  );
}
