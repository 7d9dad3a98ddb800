import { useEffect, useRef } from "react";
import { useToast } from "../ui/overlays/toast.tsx";
import { isOpen, type ListedExport } from "./export-labels.ts";
import { completions as t } from "./strings.ts";

/** Announces exports that finish while the screen is open. */
export function useEndings(exports: readonly ListedExport[] | undefined): void {
  const showToast = useToast();
  const open = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (exports === undefined) return;
    for (const { id, status, fileName } of exports) {
      if (!open.current.has(id)) continue;
      if (status === "completed") showToast(t.isReady(fileName));
      if (status === "failed") showToast(t.couldNotBeCreated(fileName), "danger");
    }
    open.current = new Set(exports.filter(isOpen).map(({ id }) => id));
  }, [exports, showToast]);
}
