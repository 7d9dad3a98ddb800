import type { DialogProps } from "./dialog-props.ts";
import { later } from "../feedback/later.tsx";

// Loaded with the first dialog that opens.
const DialogPanel = later(() => import("./dialog-panel.tsx"));

export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return <DialogPanel {...props} />;
}
