import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useShowError } from "../client/use-show-error.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Button } from "../ui/button.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { isOpen, type ListedExport } from "./export-labels.ts";
import { exportActions as t } from "./strings.ts";

export function ExportActions({ listedExport }: { listedExport: ListedExport }) {
  const [isDeleting, setDeleting] = useState(false);
  const { id, fileName, status } = listedExport;
  return (
    <div className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
      {status === "completed" && <DownloadButton listedExport={listedExport} />}
      {isOpen(listedExport) ? (
        <CancelButton id={id} fileName={fileName} />
      ) : (
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={t.delete(fileName)}
          title={t.deleteExport}
          onClick={() => setDeleting(true)}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      )}
      {isDeleting && <DeleteExportDialog listedExport={listedExport} onClose={() => setDeleting(false)} />}
    </div>
  );
}

export const useInvalidateExports = () => useInvalidate((trpc) => [trpc.exports.pathFilter()]);

function DownloadButton({ listedExport: { id, fileName } }: { listedExport: ListedExport }) {
  const client = useTRPCClient();
  const showToast = useToast();
  const showError = useShowError();
  const invalidate = useInvalidateExports();
  const [isBusy, setBusy] = useState(false);
  const fetchFile = async () => {
    setBusy(true);
    try {
      const { export: current } = await client.exports.download.query({ exportId: id });
      if (current.downloadUrl !== null) downloadFromUrl(current.downloadUrl, fileName);
      else {
        showToast(t.noLongerAvailable(fileName), "danger");
        await invalidate();
      }
    } catch (error) {
      showError(error);
      await invalidate();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" busy={isBusy} onClick={() => void fetchFile()}>
      {!isBusy && <Download aria-hidden className="size-4" />}
      {t.downloadFile(<span className="sr-only"> {fileName}</span>)}
    </Button>
  );
}

/** Clicks a temporary link: the browser downloads the file without leaving the page. */
function downloadFromUrl(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}

function CancelButton({ id, fileName }: Pick<ListedExport, "id" | "fileName">) {
  const invalidate = useInvalidateExports();
  const cancel = useChange(useTRPC().exports.cancel.mutationOptions(), {
    successMessage: () => t.wasCanceled(fileName),
    invalidate,
  });
  return (
    <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({ exportId: id })}>
      {t.cancelExport(<span className="sr-only"> {fileName}</span>)}
    </Button>
  );
}

function DeleteExportDialog({
  listedExport: { id, fileName, status },
  onClose,
}: {
  listedExport: ListedExport;
  onClose: () => void;
}) {
  const invalidate = useInvalidateExports();
  const remove = useChange(useTRPC().exports.delete.mutationOptions(), {
    successMessage: () => t.isDeleted(fileName),
    onSuccess: onClose,
    onRejected: null,
    invalidate,
  });
  return (
    <DeleteDialog
      noun={t.export}
      name={fileName}
      mutation={remove}
      onDelete={() => remove.mutate({ exportId: id })}
      onClose={onClose}
    >
      {status === "completed" ? t.completedConsequence : t.uncompletedConsequence}
    </DeleteDialog>
  );
}
