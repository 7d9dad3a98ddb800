import type { AlertDialogProps } from "./alert-dialog-props.ts";
import { later } from "../feedback/later.tsx";

const AlertDialogPanel = later(() => import("./alert-dialog-panel.tsx"));

/** Confirms an irreversible action. A click outside does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  if (!props.open) return null;
  return <AlertDialogPanel {...props} />;
}
