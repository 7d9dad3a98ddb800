import type { Span } from "@opentelemetry/api";
import { basePath } from "../../contract/base-path.ts";
import { metrics } from "../../platform/observability/metrics.ts";
import { failSpan, tracing } from "../../platform/observability/tracing.ts";
import type { RequestContext } from "./request-context.ts";
import type { HttpResponse } from "./response.ts";

/**
 * Has the work of a request run in its span, which `observeResponse` ends.
 *
 * @param traceparent the client's header: the span is part of its trace
 */
export function traceRequest<Result>(
  requestContext: RequestContext,
  traceparent: string | undefined,
  handle: () => Result,
): Result {
  const { current } = tracing;
  if (current === null) return handle();
  const isPart = current.active() !== undefined;
  requestContext.span = current.begin("request", { kind: isPart ? "internal" : "server", traceparent });
  return current.within(requestContext.span, handle);
}

/**
 * Counts a response and ends the span of its request. Both have names of declarations and IDs; no path, because paths
 * have IDs of callers in them.
 */
export function observeResponse(requestContext: RequestContext, { status }: HttpResponse): void {
  if (metrics.current === null && requestContext.span === undefined) return;
  const { route, operation, rejection, span, startedAt, waitedMilliseconds = 0 } = requestContext;
  const name = route?.declaration.name ?? operation;
  metrics.current?.observeRequest({
    operation: nameSeries(name),
    status,
    seconds: (performance.now() - startedAt - waitedMilliseconds) / 1_000,
    rejection: rejection === undefined ? null : { code: rejection.code, reason: rejection.errorReason },
    traceId: span?.isRecording() === true ? span.spanContext().traceId : null,
  });
  if (span?.isRecording() === true) endSpan(span, requestContext, status);
}

/** A batch of the portal would be a series for each combination. */
function nameSeries(operation: string | undefined): string {
  if (operation === undefined) return "other";
  return operation.includes(",") ? "portal.batch" : operation;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function endSpan(
  span: Span,
  { route, operation, method = "", requestId, principal, rejection, waitedMilliseconds }: RequestContext,
  status: number,
): void {
  const known = methods.has(method) ? method : "_OTHER";
  const template = route === undefined ? undefined : `${basePath}${route.declaration.meta.path}`;
  span.updateName([known, template ?? operation].filter((part) => part !== undefined).join(" "));
  span.setAttributes({
    "http.request.method": known,
    "http.route": template,
    "http.response.status_code": status,
    "caseport.request_id": requestId,
    "caseport.operation": route?.declaration.name ?? operation,
    ...(principal !== undefined && {
      "caseport.organization_id": principal.organizationId,
      "caseport.key_id": principal.keyId,
    }),
    ...(rejection !== undefined && {
      "caseport.error_code": rejection.code,
      "caseport.error_reason": rejection.errorReason,
    }),
    "caseport.waited_ms": waitedMilliseconds,
  });
  if (status >= 500) failSpan(span, rejection?.code ?? String(status));
  span.end();
}
