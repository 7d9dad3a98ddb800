import type { ReactNode } from "react";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the one that acts last. */
  footer?: ReactNode;
  width?: "sm" | "md" | "lg";
  /** False where the dialog needs a decision first: no close button, and neither Escape nor a click outside closes it. */
  dismissible?: boolean;
}
