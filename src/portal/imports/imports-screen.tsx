"use client";

import { FileUp } from "lucide-react";
import { useState } from "react";
import { inBackground } from "../client/background.ts";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { formatNumber } from "../ui/format.ts";
import { TextLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { ImportStatus } from "./import-status.tsx";
import { importLabels, importsScreen as t } from "./strings.ts";
import { kindLabels, pollingInterval, type ImportPage, type ListedImport } from "./views.ts";

const UploadDialog = later(() => import("./upload-dialog.tsx").then((module) => module.UploadDialog));

/** The files that were imported, and the way to import another one. */
export function ImportsScreen() {
  const { can } = useOrganization();
  const [isUploading, setUploading] = useState(false);
  const canImport = can("records:import");
  const upload = (
    <Button variant="primary" onClick={() => setUploading(true)}>
      <FileUp aria-hidden className="size-4" />
      {t.upload}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} description={t.description} actions={canImport ? upload : undefined} />
      {canImport ? (
        <ImportList onUpload={() => setUploading(true)} />
      ) : (
        <NoPermission permission="records:import" what={t.importRecords} />
      )}
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}

function ImportList({ onUpload }: { onUpload: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = usePages<ImportPage>(
    trpc.imports.list.queryKey({ limit: 50 }),
    (place) => client.imports.list.query({ limit: 50, ...place }, inBackground),
    { keepFormer: true, pollEvery: (pages) => pollingInterval(pages.flatMap((page) => page.imports)) },
  );
  const empty = (
    <EmptyState
      icon={FileUp}
      title={t.noImportsYet}
      actions={
        <Button variant="primary" onClick={onUpload}>
          {t.upload}
        </Button>
      }
    >
      <div className="grid gap-2">
        <p>{t.whatImportsAre}</p>
        <p>{t.order}</p>
      </div>
    </EmptyState>
  );
  return (
    <PagedList list={list} items={(page) => page.imports} nouns={t.nouns} placeholder={5} empty={empty}>
      {(imports) => <ImportTable imports={imports} />}
    </PagedList>
  );
}

function ImportTable({ imports }: { imports: readonly ListedImport[] }) {
  const { href } = useOrganization();
  return (
    <DataTable
      name="imports"
      caption={t.caption}
      rows={imports}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.file,
          render: ({ id, fileName }) => (
            <TextLink href={href(`/settings/imports/${id}`)} className="font-semibold wrap-anywhere">
              {fileName}
            </TextLink>
          ),
          text: ({ fileName }) => fileName,
        },
        {
          label: t.status,
          render: ({ status }) => <ImportStatus status={status} />,
          text: ({ status }) => importLabels.statuses[status],
          onPhone: "without-label",
        },
        {
          label: t.kind,
          render: ({ kind }) => (kind === null ? "—" : kindLabels[kind]),
          text: ({ kind }) => (kind === null ? null : kindLabels[kind]),
        },
        {
          label: t.rows,
          render: ({ rowCount }) => (rowCount === null ? "—" : formatNumber(rowCount)),
          text: ({ rowCount }) => rowCount,
          isNumber: true,
        },
        {
          label: t.requestedBy,
          render: ({ requestedBy: { name, id } }) => name ?? id,
          text: ({ requestedBy: { name, id } }) => name ?? id,
          className: "wrap-anywhere",
        },
        {
          label: t.requested,
          render: ({ createdAt }) => <RelativeTime instant={createdAt} />,
          text: ({ createdAt }) => createdAt,
          className: "sm:whitespace-nowrap",
        },
        { label: t.importId, render: ({ id }) => <ShortId id={id} />, text: ({ id }) => id, isOptional: true },
      ]}
    />
  );
}
