import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPCClient } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { ProgressBar } from "../ui/feedback/progress.tsx";
import { saveFile } from "../ui/csv.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import type { AuditInput } from "./audit-query.ts";
import { collectTrail, type Collected } from "./collect-trail.ts";
import { formatNumber } from "../ui/format.ts";
import { auditExport as t } from "./strings.ts";

/** Exports the filtered entries as a CSV file that the browser writes. */
export function AuditExport({ input }: { input: AuditInput }) {
  const { progress, rejection, start, stop } = useExport(input);
  return (
    <>
      <Button onClick={start}>
        <Download aria-hidden className="size-4" />
        {t.exportCsv}
      </Button>
      {progress !== null && (
        <Dialog
          open
          onOpenChange={stop}
          width="sm"
          title={rejection === null ? t.exportingAuditLog : t.exportStopped}
          footer={<Button onClick={stop}>{rejection === null ? t.cancel : t.close}</Button>}
        >
          {rejection === null ? (
            <div className="grid gap-2.5 text-sm text-muted">
              <ProgressBar label={t.export} value={progress.share === undefined ? undefined : progress.share * 100} />
              <output>{t.entriesSoFar(formatNumber(progress.rows))}</output>
            </div>
          ) : (
            <Banner tone="danger" live>
              {t.noFileWasSaved(rejection)}
            </Banner>
          )}
        </Dialog>
      )}
    </>
  );
}

function useExport(input: AuditInput) {
  const client = useTRPCClient();
  const { slug } = useOrganization();
  const showToast = useToast();
  const [progress, setProgress] = useState<Omit<Collected, "parts"> | null>(null);
  const [rejection, setRejection] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const collect = async (signal: AbortSignal) => {
    // Excludes what happens from now on, such as the entry of this export.
    const span = { ...input, until: input.until ?? new Date().toISOString() };
    const { parts, rows } = await collectTrail(
      span,
      (page) => client.audit.list.query(page, { signal }),
      setProgress,
      signal,
    );
    // Audited before the file is handed out.
    await client.audit.noteExport.mutate({ from: input.from ?? null, until: span.until, rows }, { signal });
    saveFile(parts, `audit-${slug}-${new Date().toISOString().slice(0, 10)}.csv`);
    setProgress(null);
    showToast(t.entriesExported(formatNumber(rows)));
  };
  const start = () => {
    const controller = new AbortController();
    running.current = controller;
    setRejection(null);
    setProgress({ rows: 0, share: undefined });
    collect(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setRejection(readError(error).message);
    });
  };
  const stop = () => {
    running.current?.abort();
    setProgress(null);
    setRejection(null);
  };
  return { progress, rejection, start, stop };
}
