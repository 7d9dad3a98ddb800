import type { Environment } from "../environment.ts";
import { createLogger, type Logger } from "./logger.ts";
import { metrics, type GaugeSource } from "./metrics.ts";
import { tracing } from "./tracing.ts";
import type { TraceSettings } from "./variables.ts";

/** Opens the log and, if it is configured, the tracing whose spans its lines name. */
export async function startLogging({
  logLevel,
  traces,
}: Pick<Environment, "logLevel" | "traces">): Promise<{ logger: Logger; stopTracing: () => Promise<void> }> {
  const logger = createLogger(logLevel, undefined, traces !== null);
  return { logger, stopTracing: await startTracing(traces, logger) };
}

/** @returns ends the tracing */
export async function startTracing(settings: TraceSettings | null, logger: Logger): Promise<() => Promise<void>> {
  if (settings === null) return () => Promise.resolve();
  const { openTracing } = await import("./open-tracing.ts");
  const opened = await openTracing(settings, logger);
  tracing.current = opened;
  return async () => {
    if (tracing.current === opened) tracing.current = null;
    await opened.close();
  };
}

/**
 * Serves `GET /api/metrics` on a port of its own.
 *
 * @returns ends it
 * @throws if the port is in use
 */
export async function startMetrics(
  settings: Environment["metrics"],
  logger: Logger,
  sources: readonly GaugeSource[],
): Promise<() => Promise<void>> {
  if (settings === null) return () => Promise.resolve();
  const { openMetrics } = await import("./open-metrics.ts");
  const opened = await openMetrics(settings, logger, sources);
  metrics.current = opened.metrics;
  return async () => {
    if (metrics.current === opened.metrics) metrics.current = null;
    await opened.close();
  };
}
