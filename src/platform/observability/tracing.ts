import type { Attributes, Span } from "@opentelemetry/api";

export interface SpanStart {
  kind: "server" | "client" | "consumer" | "internal";
  /** IDs, codes and names of declarations; never a value of a record, a path or a query. */
  attributes?: Attributes;
  /** The client's header of this name. An invalid one begins a new trace. */
  traceparent?: string | undefined;
}

export interface Tracing {
  /** The span of the running work; undefined if it is over or not recorded. */
  active(): Span | undefined;
  /** Starts a span below the active one; without one, below the trace of `traceparent`, or in a new trace. */
  begin(name: string, start: SpanStart): Span;
  /** Runs work with the span as the active one. */
  within<Result>(span: Span, work: () => Result): Result;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** The tracing of this process. Null while it is off: then OpenTelemetry's SDK is not loaded, and no span is created. */
export const tracing: { current: Tracing | null } = { current: null };

/** Runs work in a span that ends with it. */
export async function inSpan<Result>(
  name: string,
  start: SpanStart,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const { current } = tracing;
  if (current === null) return work(null);
  const span = current.begin(name, start);
  try {
    return await current.within(span, () => work(span));
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : typeof error);
    throw error;
  } finally {
    span.end();
  }
}

/** The number that OpenTelemetry gives the status; its own constant would load a module. */
const errorStatus = 2;

/** @param type a code or a class; no message, because PostgreSQL's messages quote row values */
export function failSpan(span: Span, type: string): void {
  span.setStatus({ code: errorStatus });
  span.setAttribute("error.type", type);
}

/** What log lines have of the active span, under the names that log collectors know. */
export function describeActiveSpan(): { trace_id?: string; span_id?: string } {
  const context = tracing.current?.active()?.spanContext();
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}
