"use client";

import { ScrollText } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChangeFilters } from "../client/use-change-filters.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AuditExport } from "./audit-export.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";
import { everything, readAuditQuery, toAuditInput, writeAuditQuery, type AuditQuery } from "./audit-query.ts";
import type { AuditPage } from "./audit-labels.ts";
import { auditScreen as t } from "./strings.ts";

export function AuditScreen() {
  const { can } = useOrganization();
  const query = readAuditQuery(useSearchParams());
  const canRead = can("audit:read");
  return (
    <>
      <PageHeader
        title={t.auditLog}
        description={t.auditLogDescription}
        actions={canRead ? <AuditExport input={toAuditInput(query)} /> : undefined}
      />
      {canRead ? <Trail query={query} /> : <NoPermission permission="audit:read" what={t.viewAuditLog} />}
    </>
  );
}

function Trail({ query }: { query: AuditQuery }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { ...toAuditInput(query), limit: 50 };
  const list = usePages<AuditPage>(
    trpc.audit.list.queryKey(input),
    (place) => client.audit.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  const change = useChangeFilters(writeAuditQuery);
  const isFiltered = writeAuditQuery(query) !== "";
  const empty = (
    <EmptyState
      icon={ScrollText}
      title={isFiltered ? t.noMatchingEntries : t.noEntriesYet}
      actions={isFiltered ? <Button onClick={() => change(everything)}>{t.clearFilters}</Button> : undefined}
    >
      {t.signInsAndChanges}
    </EmptyState>
  );
  return (
    <>
      <AuditFilters query={query} onChange={change} />
      <PagedList
        list={list}
        items={(page) => page.entries}
        nouns={t.nouns}
        what={t.auditLogWhat}
        placeholder={8}
        empty={empty}
      >
        {(entries) => (
          <AuditTable
            entries={entries}
            onActor={query.actorId === null ? (actorId) => change({ ...query, actorId }) : null}
          />
        )}
      </PagedList>
    </>
  );
}
