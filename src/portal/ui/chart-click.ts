/** Of what is around a chart of Recharts: the pointer says that a click opens something. */
export const clickableChart = "**:[.recharts-surface]:cursor-pointer";

/** The `onClick` of a chart: a click anywhere at a point opens it, which is easier to hit than a low bar. */
export const openPoint =
  (open: (place: number) => void) =>
  ({ activeTooltipIndex }: { activeTooltipIndex?: number | string | null | undefined }) => {
    if (activeTooltipIndex !== undefined && activeTooltipIndex !== null) open(Number(activeTooltipIndex));
  };
