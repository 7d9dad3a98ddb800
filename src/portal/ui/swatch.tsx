import { useId } from "react";
import type { ReactNode } from "react";

/** A legend's square, filled with an SVG pattern of the given id. */
export function Swatch({ pattern }: { pattern: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <svg aria-hidden width={14} height={14} className="shrink-0 rounded-sm">
      <defs>{pattern(id)}</defs>
      <rect width={14} height={14} fill={`url(#${id})`} />
    </svg>
  );
}
