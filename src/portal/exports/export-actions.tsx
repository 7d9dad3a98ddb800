import { Trash2 } from "lucide-react";
import { useState } from "react";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { Button } from "../ui/button.tsx";
import { DownloadButton } from "./download-button.tsx";
import { isOpen, type ListedExport } from "./export-labels.ts";
import { exportActions as t } from "./strings.ts";
import { useInvalidateExports } from "./use-invalidate-exports.ts";

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
