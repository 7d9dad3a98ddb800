import { useState } from "react";
import { useToast } from "../ui/overlays/toast.tsx";
import { useShowError } from "./use-show-error.ts";

interface FileDownload {
  /** Asks for a URL of the file; null for a file that is gone. */
  offer: () => Promise<string | null>;
  save: (url: string) => void;
  /** What is said of a file that is gone. */
  gone: string;
  /** After a file that is gone, and after an error. */
  onFailed?: () => Promise<void>;
}

/** What downloads a file whose URL is made for one download, and whether it is being asked for. */
export function useFileDownload({ offer, save, gone, onFailed }: FileDownload) {
  const showToast = useToast();
  const showError = useShowError();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const url = await offer();
      if (url !== null) save(url);
      else {
        showToast(gone, "danger");
        await onFailed?.();
      }
    } catch (error) {
      showError(error);
      await onFailed?.();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, download: () => void download() };
}
