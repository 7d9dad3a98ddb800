import type { ReactNode } from "react";

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  children?: ReactNode;
  /** A verb and noun: "Revoke key". */
  confirm: string;
  onConfirm: () => void;
  cancel?: string;
  busy?: boolean;
  /** False while something else is required first. */
  ready?: boolean;
  danger?: boolean;
}
