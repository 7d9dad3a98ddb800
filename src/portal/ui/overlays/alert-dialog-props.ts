import type { ReactNode } from "react";

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  children?: ReactNode;
  /** What the button does, as a verb: "Revoke the key". */
  confirm: string;
  onConfirm: () => void;
  cancel?: string;
  busy?: boolean;
  /** False where something else must be said first. */
  ready?: boolean;
  danger?: boolean;
}
