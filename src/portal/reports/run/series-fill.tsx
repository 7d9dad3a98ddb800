import { useId } from "react";
import { Swatch } from "../../ui/swatch.tsx";
import "./series-fill.css";

export function colorOf(series: number): string {
  return `var(--series-${series})`;
}

/** A pattern besides the color, for color-blind readers and for print. */
export function SeriesFill({ id, series }: { id: string; series: number }) {
  const line = { stroke: "var(--surface)", strokeWidth: 1, strokeOpacity: 0.75, fill: "none" };
  return (
    <pattern id={id} width={8} height={8} patternUnits="userSpaceOnUse">
      <rect width={8} height={8} fill={colorOf(series)} />
      {series === 1 && <path d="M-2 2 2-2M0 8 8 0M6 10l4-4" {...line} />}
      {series === 2 && (
        <>
          <circle cx={2} cy={2} r={0.9} fill="var(--surface)" />
          <circle cx={6} cy={6} r={0.9} fill="var(--surface)" />
        </>
      )}
      {series === 3 && <path d="M0 4H8M4 0V8" {...line} />}
      {series === 4 && <path d="M-2 6 2 10M0 0 8 8M6-2l4 4" {...line} />}
      {series === 5 && <path d="M0 2H8M0 6H8" {...line} />}
    </pattern>
  );
}

export function SeriesSwatch({ series }: { series: number }) {
  const id = useId();
  return (
    <Swatch id={id}>
      <SeriesFill id={id} series={series} />
    </Swatch>
  );
}
