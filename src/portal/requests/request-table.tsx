"use client";

import { ListFilter, ScrollText } from "lucide-react";
import { useState } from "react";
import { requestDaysKept } from "../../contract/portal/usage.ts";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import type { Pages } from "../client/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { HeadCell, Table, TableBody, TableHead } from "../ui/table.tsx";
import { noFilters, RequestFilterBar } from "./request-filters.tsx";
import type { RequestFilters } from "./request-filters.tsx";
import { RequestRow } from "./request-row.tsx";
import { startOfSpan } from "./request-labels.ts";

type RequestPage = PortalOutputs["serviceAccounts"]["listRequests"];

export function RequestTable({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [{ filters, from }, setChosen] = useState<{ filters: RequestFilters; from: string | undefined }>({ filters: noFilters, from: undefined });
  // A span starts when it is chosen, so that pages stay consistent.
  const choose = (next: RequestFilters) => setChosen({ filters: next, from: startOfSpan(next.span, new Date()) });
  const input = {
    serviceAccountId: keyId,
    limit: 50,
    ...(filters.status !== null && { status: filters.status }),
    ...(filters.code !== null && { code: filters.code }),
    ...(from !== undefined && { from }),
  };
  const list = usePages<RequestPage>(trpc.serviceAccounts.listRequests.queryKey(input), (place) =>
    client.serviceAccounts.listRequests.query({ ...input, ...place }),
  );
  return (
    <section aria-label="Requests">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <RequestFilterBar filters={filters} onChange={choose} />
        <Button busy={list.isRefetching && !list.isFetchingNextPage} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </div>
      <Requests list={list} isFiltered={filters !== noFilters} onClear={() => choose(noFilters)} />
    </section>
  );
}

function Requests({ list, isFiltered, onClear }: { list: Pages<RequestPage>; isFiltered: boolean; onClear: () => void }) {
  if (list.data === undefined) return <QueryFallback query={list} what="requests" placeholder={<SkeletonTable rows={8} />} />;
  const requests = list.data.pages.flatMap((page) => page.requests);
  if (requests.length === 0 && !list.hasNextPage) return <Nothing isFiltered={isFiltered} onClear={onClear} />;
  return (
    <>
      {requests.length > 0 && (
        <Table caption="Requests of this key, newest first">
          <TableHead>
            <HeadCell>Time</HeadCell>
            <HeadCell className="px-3">Request</HeadCell>
            <HeadCell className="px-3">Response</HeadCell>
            <HeadCell className="px-3 text-right">Duration</HeadCell>
            <HeadCell className="px-3">Idempotency</HeadCell>
            <HeadCell className="px-3">Request ID</HeadCell>
          </TableHead>
          <TableBody>
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </TableBody>
        </Table>
      )}
      <LoadMore {...list} noun={requests.length === 1 ? "request" : "requests"} count={requests.length} />
      <p className="mt-1 text-sm text-muted">Kept for {requestDaysKept} days. The log contains no request or response bodies.</p>
    </>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState icon={ListFilter} title="No matching requests" actions={<Button onClick={onClear}>Clear filters</Button>}>
        No request in the last {requestDaysKept} days has this response, error code and time.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title="No requests yet">
      Requests with this key are listed here within seconds. The log contains no request or response bodies.
    </EmptyState>
  );
}
