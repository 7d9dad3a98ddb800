import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useShowError } from "../client/use-show-error.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Button } from "../ui/button.tsx";
import { isOpen, type ListedExport } from "./export-labels.ts";
import { exportActions as t } from "./strings.ts";

export function ExportActions({ shown }: { shown: ListedExport }) {
  const [isDeleting, setDeleting] = useState(false);
  const { id, fileName, status } = shown;
  return (
    <div className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
      {status === "completed" && <DownloadButton shown={shown} />}
      {isOpen(shown) ? (
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
      {isDeleting && <DeleteExportDialog shown={shown} onClose={() => setDeleting(false)} />}
    </div>
  );
}

export const useInvalidateExports = () => useInvalidate((trpc) => [trpc.exports.pathFilter()]);

function DownloadButton({ shown: { id, fileName } }: { shown: ListedExport }) {
  const client = useTRPCClient();
  const showError = useShowError();
  const invalidate = useInvalidateExports();
  const [isBusy, setBusy] = useState(false);
  const fetchFile = async () => {
    setBusy(true);
    try {
      const { export: found } = await client.exports.download.query({ exportId: id });
      if (found.downloadUrl !== null) followAddress(found.downloadUrl, fileName);
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

/** The browser downloads it without leaving the page. */
function followAddress(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

function CancelButton({ id, fileName }: Pick<ListedExport, "id" | "fileName">) {
  const refetch = useInvalidateExports();
  const cancel = useChange(useTRPC().exports.cancel.mutationOptions(), {
    done: () => t.wasCanceled(fileName),
    refetch,
  });
  return (
    <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({ exportId: id })}>
      {t.cancelExport(<span className="sr-only"> {fileName}</span>)}
    </Button>
  );
}

function DeleteExportDialog({
  shown: { id, fileName, status },
  onClose,
}: {
  shown: ListedExport;
  onClose: () => void;
}) {
  const refetch = useInvalidateExports();
  const remove = useChange(useTRPC().exports.delete.mutationOptions(), {
    done: () => t.isDeleted(fileName),
    onDone: onClose,
    onRejected: null,
    refetch,
  });
  return (
    <DeleteDialog
      noun={t.export}
      name={fileName}
      mutation={remove}
      onDelete={() => remove.mutate({ exportId: id })}
      onClose={onClose}
    >
      {status === "completed" ? t.canNoLonger : t.isRemovedFromList}
    </DeleteDialog>
  );
}
