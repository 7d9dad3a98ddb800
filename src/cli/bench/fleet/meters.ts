import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

/** What became of a request: served, rejected for its rate (429), rejected for the moment (503), or failed. */
export type Outcome = "served" | "limited" | "unavailable" | "failed";

export function classify(status: number): Outcome {
  if (status >= 200 && status < 300) return "served";
  if (status === 429) return "limited";
  return status === 503 ? "unavailable" : "failed";
}

/** Served within this time counts for fairness. */
const promptMilliseconds = 1_000;

export interface Meter extends Record<Outcome, number> {
  /** Microseconds from when the request was due, also if the client or the server could not keep up. */
  latency: RecordableHistogram;
  prompt: number;
}

export const createMeter = (): Meter => ({
  served: 0,
  limited: 0,
  unavailable: 0,
  failed: 0,
  prompt: 0,
  latency: createHistogram(),
});

export function record(meter: Meter, outcome: Outcome, milliseconds: number): void {
  meter[outcome] += 1;
  meter.latency.record(Math.max(1, Math.round(milliseconds * 1_000)));
  if (outcome === "served" && milliseconds <= promptMilliseconds) meter.prompt += 1;
}

export const countAll = ({ served, limited, unavailable, failed }: Meter) => served + limited + unavailable + failed;
export const percentile = ({ latency }: Meter, share: number) =>
  latency.count === 0 ? Number.NaN : latency.percentile(share) / 1_000;

/** Jain's index: 1 if all are the same, 1/n if one has everything. */
export function jainIndex(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value * value, 0);
  return squares === 0 ? Number.NaN : (sum * sum) / (values.length * squares);
}

/** The meters of one part of a run. */
export class Meters {
  readonly quiet = createMeter();
  readonly noisy = createMeter();
  readonly byAction = new Map<string, Meter>();
  readonly byFirm = new Map<string, Meter>();

  /** @param organizationId of a quiet firm; null of the noisy one */
  record(action: string, organizationId: string | null, outcome: Outcome, milliseconds: number): void {
    if (organizationId === null) return record(this.noisy, outcome, milliseconds);
    record(this.quiet, outcome, milliseconds);
    for (const [meters, name] of [
      [this.byAction, action],
      [this.byFirm, organizationId],
    ] as const) {
      const meter = meters.get(name) ?? createMeter();
      meters.set(name, meter);
      record(meter, outcome, milliseconds);
    }
  }

  /** Over the quiet firms: which share of the requests of each was served within a second. */
  fairness(): number {
    return jainIndex([...this.byFirm.values()].map((meter) => meter.prompt / countAll(meter)));
  }
}
