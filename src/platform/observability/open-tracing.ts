import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanKind, trace, type Context, type Span } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "./logger.ts";
import type { Tracing } from "./tracing.ts";
import type { TraceSettings } from "./variables.ts";

/** A collector that does not respond must not delay the end of the process. */
const closeMilliseconds = 3_000;
const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * Opens OpenTelemetry's SDK for the spans of this code alone. It is not registered as the global provider: libraries
 * that look for one, such as Next, would record URLs with their queries.
 */
export async function openTracing(settings: TraceSettings, logger: Logger): Promise<Tracing> {
  const named = resourceFromAttributes({ "service.name": "caseport" });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(await createExporter(settings), logger) })],
  });
  const tracer = provider.getTracer("caseport");
  const spans = new AsyncLocalStorage<Span>();
  return {
    active: () => {
      const span = spans.getStore();
      return span?.isRecording() === true ? span : undefined;
    },
    begin: (name, { kind, attributes = {}, traceparent }) => {
      const parent = spans.getStore();
      const above = parent === undefined ? readRemote(traceparent) : trace.setSpan(ROOT_CONTEXT, parent);
      return tracer.startSpan(name, { kind: kinds[kind], attributes }, above);
    },
    within: (span, work) => spans.run(span, work),
    close: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, closeMilliseconds);
      await Promise.race([provider.shutdown().catch(() => undefined), promise]);
      clearTimeout(timer);
    },
  };
}

/** The context of a client's span, without `tracestate`, which is the client's text. */
function readRemote(traceparent: string | undefined): Context {
  const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
}

function createSampler({ sampler, ratio }: TraceSettings): Sampler {
  const kind = sampler.replace("parentbased_", "");
  const root = createRootSampler(kind, ratio);
  return kind === sampler ? root : new ParentBasedSampler({ root });
}

function createRootSampler(kind: string, ratio: number): Sampler {
  if (kind === "always_on") return new AlwaysOnSampler();
  return kind === "always_off" ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}

async function createExporter({ url, protocol }: TraceSettings): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter({ url });
}

/** Logs that the collector is unavailable, once, and that it is available again. */
function reportFailures(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isAway = false;
  return {
    export: (spans, report) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isAway) logger.warn({ error: result.error }, "traces cannot be sent and are dropped");
        if (!hasFailed && isAway) logger.info("traces are sent again");
        isAway = hasFailed;
        report(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
