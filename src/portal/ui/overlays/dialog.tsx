"use client";

import { lazy, Suspense } from "react";
import type { DialogProps } from "./dialog-props.ts";

// What a dialog is made of is fetched with the first one that opens.
const DialogPanel = lazy(() => import("./dialog-panel.tsx"));

/** A modal dialog: the focus goes in, stays in and comes back. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  );
}
