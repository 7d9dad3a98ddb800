import type { ReactNode } from "react";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** `side` is a panel at the right edge. */
  width?: "sm" | "md" | "lg" | "xl" | "side";
  /** False if the dialog requires a decision: no close button, no Escape, no click outside. */
  dismissible?: boolean;
}
