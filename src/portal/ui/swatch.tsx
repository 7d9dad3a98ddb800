import type { ReactNode } from "react";

/** A legend's square, filled with the SVG pattern of this id. */
export function Swatch({ id, children }: { id: string; children: ReactNode }) {
  return (
    <svg aria-hidden width={14} height={14} className="shrink-0 rounded-sm">
      <defs>{children}</defs>
      <rect width={14} height={14} fill={`url(#${id})`} />
    </svg>
  );
}
