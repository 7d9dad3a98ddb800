import { Download } from "lucide-react";
import { useState } from "react";
import { useTRPCClient } from "../client/trpc.ts";
import { useShowError } from "../client/use-show-error.ts";
import { Button } from "../ui/button.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import type { ListedExport } from "./export-labels.ts";
import { exportActions as t } from "./strings.ts";
import { useInvalidateExports } from "./use-invalidate-exports.ts";

/** Downloads the file of a completed export. */
export function DownloadButton({
  listedExport: { id, fileName },
}: {
  listedExport: Pick<ListedExport, "id" | "fileName">;
}) {
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
