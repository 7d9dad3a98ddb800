"use client";

import { FileDown, ListFilter, Plus } from "lucide-react";
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
import { later } from "../ui/feedback/later.tsx";
import { exportsScreen as t } from "./strings.ts";

const NewExportDialog = later(() => import("./new-export-dialog.tsx").then((module) => module.NewExportDialog));

export function ExportsScreen() {
  const { can } = useOrganization();
  const [isCreating, setCreating] = useState(false);
  const canExport = can("reports:export");
  return (
    <>
      <PageHeader
        title={t.title}
        description={t.description}
        actions={
          canExport ? (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Plus aria-hidden className="size-4" />
              {t.createExport}
            </Button>
          ) : undefined
        }
      />
      {canExport ? (
        <ExportList onCreate={() => setCreating(true)} />
      ) : (
        <NoPermission permission="reports:export" what={t.createExports} />
      )}
      {isCreating && <NewExportDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function ExportList({ onCreate }: { onCreate: () => void }) {
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
    <EmptyState
      icon={ListFilter}
      title={t.noExports}
      actions={<Button onClick={() => change(null)}>{t.showAll}</Button>}
    >
      {t.filesAreKept}
    </EmptyState>
  );
  return (
    <>
      <Choice
        aria-label={t.exportStatus}
        values={statuses}
        name={(each) => statusLabels[each]}
        none={t.allStatuses}
        value={status}
        className="mb-4 sm:w-44"
        onChange={change}
      />
      <PagedList
        list={list}
        items={(page) => page.exports}
        nouns={t.nouns}
        placeholder={5}
        empty={status === null ? <NoExport onCreate={onCreate} /> : noMatch}
      >
        {(exports) => <ExportTable exports={exports} />}
      </PagedList>
    </>
  );
}

function NoExport({ onCreate }: { onCreate: () => void }) {
  const { href } = useOrganization();
  return (
    <EmptyState
      icon={FileDown}
      title={t.noExportsYet}
      actions={
        <>
          <Button variant="primary" onClick={onCreate}>
            {t.createExport}
          </Button>
          <LinkButton href={href("/reports")}>{t.viewReports}</LinkButton>
        </>
      }
    >
      <div className="grid gap-2">
        <p>{t.exportIsFile}</p>
        <p>{t.exportsRunInBackground}</p>
      </div>
    </EmptyState>
  );
}
