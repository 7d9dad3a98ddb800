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
  /** False where closing needs an answer first: no cross, and neither Escape nor a click beside it closes. */
  dismissible?: boolean;
}
