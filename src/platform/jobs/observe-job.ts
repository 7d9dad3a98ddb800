import { metrics } from "../observability/metrics.ts";
import { inSpan } from "../observability/tracing.ts";

/** Runs a job in a span of its own trace, and counts it. */
export async function observeJob(queue: string, run: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  let result: "done" | "failed" = "failed";
  try {
    await inSpan(`job ${queue}`, { kind: "consumer", attributes: { "caseport.queue": queue } }, run);
    result = "done";
  } finally {
    metrics.current?.observeJob({ queue, result, seconds: (performance.now() - begun) / 1_000 });
  }
}
