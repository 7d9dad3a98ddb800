import { lazy, Suspense } from "react";
import type { DialogProps } from "./dialog-props.ts";
import { retryable } from "../feedback/retryable.tsx";

// Loaded with the first dialog that opens.
const DialogPanel = lazy(retryable(() => import("./dialog-panel.tsx")));

export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  );
}
