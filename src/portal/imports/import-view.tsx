import { Download, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useFileDownload } from "../client/use-file-download.ts";
import { useShowError } from "../client/use-show-error.ts";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { ProgressBar } from "../ui/feedback/progress.tsx";
import { formatNumber } from "../ui/format.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ImportStatus } from "./import-status.tsx";
import { importView as t } from "./lazy-strings.ts";
import { MappingForm } from "./mapping-form.tsx";
import { RowList } from "./row-list.tsx";
import { importLabels, importScreen } from "./strings.ts";
import { isAtWork, kindLabels, progressOf, useInvalidateImports, type ListedImport } from "./views.ts";

interface Shown {
  shown: ListedImport;
}

export function ImportView({ shown }: Shown) {
  const { href } = useOrganization();
  const { status, failure, rejected, kept } = shown;
  const isOver = status === "completed" || status === "cancelled" || status === "undone";
  const hasCounts = isOver || (status === "ready" && shown.checkedAt !== null);
  return (
    <>
      <PageHeader
        title={shown.fileName}
        trail={[{ label: importScreen.list, href: href("/settings/imports") }]}
        actions={<Actions shown={shown} />}
      />
      <div className="grid gap-5">
        {failure !== null && (
          <Banner tone="danger" title={t.failed}>
            {importLabels.failures[failure]}
          </Banner>
        )}
        {isAtWork(shown) && <Progress shown={shown} />}
        {hasCounts && <Counts shown={shown} />}
        {hasCounts && rejected > 0 && status !== "undone" && (
          <RowList importId={shown.id} outcome="rejected" title={t.rejectedRows} count={rejected} />
        )}
        {status === "undone" && kept > 0 && (
          <RowList importId={shown.id} outcome="kept" title={t.keptRows} count={kept} />
        )}
        {status === "ready" && <MappingForm key={shown.kind} shown={shown} />}
        <Facts shown={shown} />
      </div>
    </>
  );
}

function Progress({ shown }: Shown) {
  const { status } = shown;
  const { done, total, percent } = progressOf(shown);
  return (
    <SectionCard title={importLabels.statuses[status]}>
      <div className="grid gap-2" role="status">
        <ProgressBar label={t.progress} value={percent} />
        <p className="text-sm text-muted tabular-nums">
          {status === "reading" ? t.reading : t.rowsOf(formatNumber(done), formatNumber(total))}
        </p>
      </div>
    </SectionCard>
  );
}

function Counts({ shown }: Shown) {
  const isCheck = shown.status === "ready";
  const counts = [
    [isCheck ? t.willBeCreated : t.created, shown.created],
    [isCheck ? t.willBeUpdated : t.updated, shown.updated],
    [isCheck ? t.willBeSkipped : t.skipped, shown.skipped],
    [isCheck ? t.willBeRejected : t.rejected, shown.rejected],
    ...(shown.undone + shown.kept > 0
      ? ([
          [t.undone, shown.undone],
          [t.kept, shown.kept],
        ] as const)
      : []),
  ] as const;
  const hint = isCheck ? t.checkedHint : undefined;
  return (
    <SectionCard
      title={isCheck ? t.checked : t.counts}
      description={shown.kept > 0 ? t.keptHint : hint}
      actions={shown.hasReport ? <DownloadReport importId={shown.id} /> : undefined}
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}

function DownloadReport({ importId }: { importId: string }) {
  const client = useTRPCClient();
  const { isBusy, download } = useFileDownload({
    offer: async () => (await client.imports.download.query({ importId })).import.downloadUrl,
    save: (url) => window.location.assign(url),
    gone: t.noReport,
  });
  return (
    <Button size="sm" busy={isBusy} onClick={download}>
      {!isBusy && <Download aria-hidden className="size-4" />}
      {t.download}
    </Button>
  );
}

function Actions({ shown }: Shown) {
  const { id: importId, status } = shown;
  const trpc = useTRPC();
  const invalidate = useInvalidateImports();
  const showError = useShowError();
  const common = { invalidate, onRejected: showError };
  const check = useChange(trpc.imports.check.mutationOptions(), { ...common, successMessage: () => t.checkStarted });
  const start = useChange(trpc.imports.start.mutationOptions(), { ...common, successMessage: () => t.importStarted });
  const cancel = useChange(trpc.imports.cancel.mutationOptions(), {
    ...common,
    successMessage: () => t.wasCanceled,
  });
  const isBusy = check.isPending || start.isPending;
  const canUndo =
    (status === "completed" || status === "cancelled") &&
    shown.created + shown.updated > 0 &&
    Date.parse(shown.expiresAt) > Date.now();
  return (
    <>
      {(status === "reading" || status === "checking" || status === "running") && (
        <Button busy={cancel.isPending} onClick={() => cancel.mutate({ importId })}>
          {t.cancel}
        </Button>
      )}
      {status === "ready" && (
        <>
          <Button busy={check.isPending} disabled={isBusy} onClick={() => check.mutate({ importId })}>
            {t.check}
          </Button>
          <Button variant="primary" busy={start.isPending} disabled={isBusy} onClick={() => start.mutate({ importId })}>
            {t.start(formatNumber(shown.rowCount ?? 0))}
          </Button>
        </>
      )}
      {canUndo && <UndoButton shown={shown} />}
    </>
  );
}

function UndoButton({ shown: { id: importId, created, updated } }: Shown) {
  const [isOpen, setOpen] = useState(false);
  const invalidate = useInvalidateImports();
  const undo = useChange(useTRPC().imports.undo.mutationOptions(), {
    successMessage: () => t.undoStarted,
    onSuccess: () => setOpen(false),
    onRejected: null,
    invalidate,
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Undo2 aria-hidden className="size-4" />
        {t.undo}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t.undoTitle}
        description={t.undoConsequence(formatNumber(created), formatNumber(updated))}
        confirm={t.undo}
        busy={undo.isPending}
        onConfirm={() => undo.mutate({ importId })}
        danger
      >
        <RejectionAlert error={undo.error} />
      </AlertDialog>
    </>
  );
}

function Facts({ shown }: Shown) {
  const { status, kind, source, requestedBy, createdAt, expiresAt } = shown;
  return (
    <SectionCard title={t.file}>
      <DescriptionList
        facts={[
          [t.status, <ImportStatus key="status" status={status} />],
          [t.kind, kind === null ? "—" : kindLabels[kind]],
          [t.source, importLabels.sources[source]],
          [
            t.requestedBy,
            <span key="by">
              {requestedBy.name ?? requestedBy.id}, <RelativeTime instant={createdAt} />
            </span>,
          ],
          [t.keptUntil, <RelativeTime key="until" instant={expiresAt} />],
        ]}
      />
    </SectionCard>
  );
}
