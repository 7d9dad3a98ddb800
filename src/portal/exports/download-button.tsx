import { Download } from "lucide-react";
import { useTRPCClient } from "../client/trpc.ts";
import { useFileDownload } from "../client/use-file-download.ts";
import { Button } from "../ui/button.tsx";
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
  const invalidate = useInvalidateExports();
  const { isBusy, download } = useFileDownload({
    offer: async () => (await client.exports.download.query({ exportId: id })).export.downloadUrl,
    save: (url) => downloadFromUrl(url, fileName),
    gone: t.noLongerAvailable(fileName),
    onFailed: invalidate,
  });
  return (
    <Button size="sm" busy={isBusy} onClick={download}>
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
