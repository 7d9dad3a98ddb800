"use client";

import { FileDown, ListFilter, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { inBackground } from "../client/background.ts";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChangeFilters } from "../client/use-change-filters.ts";
import { omitNulls, writeUrlQuery } from "../client/url-query.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Choice } from "../ui/forms/select.tsx";
import { ExportTable } from "./export-table.tsx";
import { pollingInterval, statuses, statusLabels, type ExportPage, type ExportStatus } from "./export-labels.ts";
import { useEndings } from "./use-completions.ts";
import { retryable } from "../ui/feedback/retryable.tsx";

const NewExportDialog = dynamic(retryable(() => import("./new-export-dialog.tsx").then((module) => module.NewExportDialog)), { ssr: false });

export function ExportsScreen() {
  const { can } = useOrganization();
  const [isAsking, setAsking] = useState(false);
  const canExport = can("reports:export");
  return (
    <>
      <PageHeader
        title="Exports"
        description="Files of this firm’s records, kept for 7 days. Downloading a file requires the permissions for its data."
        actions={
          canExport ? (
            <Button variant="primary" onClick={() => setAsking(true)}>
              <Plus aria-hidden className="size-4" />
              Create export
            </Button>
          ) : undefined
        }
      />
      {canExport ? <ExportList onAsk={() => setAsking(true)} /> : <NoPermission permission="reports:export" what="create exports" />}
      {isAsking && <NewExportDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function ExportList({ onAsk }: { onAsk: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const chosen = useSearchParams().get("status");
  const status = statuses.find((each) => each === chosen) ?? null;
  const input = { limit: 50, ...omitNulls({ status }) };
  const list = usePages<ExportPage>(
    trpc.exports.list.queryKey(input),
    (place) => client.exports.list.query({ ...input, ...place }, inBackground),
    { keepFormer: true, pollEvery: (pages) => pollingInterval(pages.flatMap((page) => page.exports)) },
  );
  useEndings(list.data?.pages.flatMap((page) => page.exports));
  const change = useChangeFilters((next: ExportStatus | null) => writeUrlQuery({ status: next }));
  const noMatch = (
    <EmptyState icon={ListFilter} title="No exports with this status" actions={<Button onClick={() => change(null)}>Show all</Button>}>
      Files are kept for 7 days. Their status is kept longer.
    </EmptyState>
  );
  return (
    <>
      <Choice
        aria-label="Export status"
        values={statuses}
        name={(each) => statusLabels[each]}
        none="All statuses"
        value={status}
        className="mb-4 sm:w-44"
        onChange={change}
      />
      <PagedList list={list} items={(page) => page.exports} nouns={["export", "exports"]} placeholder={5} empty={status === null ? <NoExport onAsk={onAsk} /> : noMatch}>
        {(exports) => <ExportTable exports={exports} />}
      </PagedList>
    </>
  );
}

function NoExport({ onAsk }: { onAsk: () => void }) {
  const { href } = useOrganization();
  return (
    <EmptyState
      icon={FileDown}
      title="No exports yet"
      actions={
        <>
          <Button variant="primary" onClick={onAsk}>
            Create export
          </Button>
          <LinkButton href={href("/reports")}>View reports</LinkButton>
        </>
      }
    >
      <div className="grid gap-2">
        <p>
          An export is a file of the firm’s data: a report, a case file, the audit log or the whole organization.
        </p>
        <p>Exports run in the background and are kept for 7 days.</p>
      </div>
    </EmptyState>
  );
}
