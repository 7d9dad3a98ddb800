import { lazy, Suspense } from "react";
import type { AlertDialogProps } from "./alert-dialog-props.ts";
import { retryable } from "../feedback/retryable.tsx";

const AlertDialogPanel = lazy(retryable(() => import("./alert-dialog-panel.tsx")));

/** Confirms an irreversible action. A click outside does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  if (!props.open) return null;
  return (
    <Suspense>
      <AlertDialogPanel {...props} />
    </Suspense>
  );
}
