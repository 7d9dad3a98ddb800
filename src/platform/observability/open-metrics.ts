import { createServer } from "node:http";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type OpenMetricsContentType } from "prom-client";
import type { Logger } from "./logger.ts";
import type { GaugeSource, Metrics, Sample } from "./metrics.ts";

export const metricsPath = "/api/metrics";

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const deliveryBuckets = [0.05, 0.25, 1, 5, 15];
const delayBuckets = [0.5, 1, 5, 30, 60, 300, 1_800];
const jobBuckets = [0.1, 1, 10, 60, 600];

/** In the format of OpenMetrics, because only that has exemplars. */
export async function openMetrics(
  { port, host }: { port: number; host: string },
  logger: Logger,
  sources: readonly GaugeSource[],
): Promise<{ metrics: Metrics; close(): Promise<void> }> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  const metrics = createInstruments(registry);
  const readGauges = createGauges(registry, logger, sources);
  let running: Promise<string> | null = null;
  const scrape = async () => {
    await readGauges();
    return registry.metrics();
  };
  // Scrapes at the same time share one.
  const scrapeOnce = () => (running ??= scrape().finally(() => (running = null)));
  const server = createServer((request, response) => {
    const respond = (status: number, text = "", headers = {}) => response.writeHead(status, headers).end(text);
    if (request.url?.split("?")[0] !== metricsPath) respond(404);
    else if (request.method !== "GET" && request.method !== "HEAD") respond(405, "", { Allow: "GET, HEAD" });
    else {
      scrapeOnce().then(
        (text) => respond(200, text, { "Content-Type": registry.contentType, "Cache-Control": "no-store" }),
        (error: unknown) => {
          logger.error({ error }, "metrics could not be read");
          respond(500);
        },
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    metrics,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      registry.clear();
    },
  };
}

function createInstruments(registry: Registry<OpenMetricsContentType>): Metrics {
  const registers = [registry];
  // Typed by any name, because the types of prom-client take those of exemplars from the labels.
  const requests = new Histogram<string>({
    name: "caseport_request_duration_seconds",
    help: "Requests by operation and class of status; without the time that a long poll waits.",
    labelNames: ["operation", "status"],
    buckets: requestBuckets,
    enableExemplars: true,
    registers,
  });
  const errors = new Counter({
    name: "caseport_request_errors_total",
    help: "Rejected and failed requests by code and reason.",
    labelNames: ["code", "reason"],
    registers,
  });
  const attempts = new Histogram<string>({
    name: "caseport_webhook_attempt_duration_seconds",
    help: "Attempts to deliver a webhook by outcome.",
    labelNames: ["outcome"],
    buckets: deliveryBuckets,
    enableExemplars: true,
    registers,
  });
  const delays = new Histogram<string>({
    name: "caseport_webhook_delay_seconds",
    help: "From an event to the response of the first attempt to deliver it.",
    buckets: delayBuckets,
    enableExemplars: true,
    registers,
  });
  const jobs = new Histogram<string>({
    name: "caseport_job_duration_seconds",
    help: "Runs of jobs by queue and result.",
    labelNames: ["queue", "result"],
    buckets: jobBuckets,
    registers,
  });
  const exemplarOf = (traceId: string | null) => (traceId === null ? {} : { exemplarLabels: { trace_id: traceId } });
  return {
    observeRequest: ({ operation, status, seconds, rejection, traceId }) => {
      requests.observe({
        labels: { operation, status: `${Math.floor(status / 100)}xx` },
        value: seconds,
        ...exemplarOf(traceId),
      });
      if (rejection !== null) errors.inc(rejection);
    },
    observeDelivery: ({ outcome, seconds, delaySeconds, traceId }) => {
      attempts.observe({ labels: { outcome }, value: seconds, ...exemplarOf(traceId) });
      if (delaySeconds !== null) delays.observe({ labels: {}, value: delaySeconds, ...exemplarOf(traceId) });
    },
    observeJob: ({ queue, result, seconds }) => jobs.observe({ queue, result }, seconds),
  };
}

/** @returns reads all sources and sets their gauges */
function createGauges(
  registry: Registry<OpenMetricsContentType>,
  logger: Logger,
  sources: readonly GaugeSource[],
): () => Promise<void> {
  const registers = [registry];
  const failures = new Gauge({
    name: "caseport_scrape_failures",
    help: "Sources of metrics that could not be read in this scrape.",
    registers,
  });
  const instruments = new Map<string, Gauge | Counter>();
  for (const { gauges } of sources) {
    for (const [name, { help, labels = [] }] of Object.entries(gauges)) {
      if (instruments.has(name)) continue;
      const options = { name, help, labelNames: [...labels], registers };
      instruments.set(name, name.endsWith("_total") ? new Counter(options) : new Gauge(options));
    }
  }
  const set = ({ name, labels = {}, value }: Sample) => {
    const instrument = instruments.get(name);
    if (instrument === undefined) throw new Error(`${name} is not declared by its source`);
    instrument.inc(labels, value);
  };
  return async () => {
    const results = await Promise.allSettled(sources.map(async (source) => source.read()));
    // From here on nothing waits: what a scrape shows is of one reading.
    for (const instrument of instruments.values()) {
      instrument.reset();
      // After a reset one without labels is 0: what could not be read would look well.
      instrument.remove({});
    }
    let failed = 0;
    for (const result of results) {
      if (result.status === "fulfilled") result.value.forEach(set);
      else {
        failed += 1;
        logger.debug({ error: result.reason as unknown }, "a source of metrics could not be read");
      }
    }
    failures.set(failed);
  };
}
