import { useId } from "react";
import { Swatch } from "../ui/swatch.tsx";
import "./usage-pattern.css";
import type { UsageClass } from "./usage-figures.ts";

/** A pattern besides the color, for color-blind readers and for print. */
export function UsagePattern({ id, name }: { id: string; name: UsageClass }) {
  const ink = `var(--usage-${name})`;
  return (
    <pattern id={id} width={8} height={8} patternUnits="userSpaceOnUse">
      <rect width={8} height={8} fill={ink} />
      {name === "refused" && <path d="M-2 2 2-2M0 8 8 0M6 10l4-4" stroke="var(--surface)" strokeWidth={1.6} />}
      {name === "limited" && (
        <>
          <circle cx={2} cy={2} r={1.2} fill="var(--surface)" />
          <circle cx={6} cy={6} r={1.2} fill="var(--surface)" />
        </>
      )}
      {name === "failed" && <path d="M0 4H8M4 0V8" stroke="var(--surface)" strokeWidth={1.2} />}
    </pattern>
  );
}

export function UsageSwatch({ name }: { name: UsageClass }) {
  const id = useId();
  return (
    <Swatch id={id}>
      <UsagePattern id={id} name={name} />
    </Swatch>
  );
}
