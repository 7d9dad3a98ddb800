import { lazy, Suspense } from "react";
import type { AlertDialogProps } from "./alert-dialog-props.ts";

const AlertDialogPanel = lazy(() => import("./alert-dialog-panel.tsx"));

/** Confirms an irreversible action. A click outside does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  if (!props.open) return null;
  return (
    <Suspense>
      <AlertDialogPanel {...props} />
    </Suspense>
  );
}
