import { hostOf } from "../../../contract/webhooks/url.ts";
import { metrics } from "../../../platform/observability/metrics.ts";
import { failSpan, inSpan, tracing } from "../../../platform/observability/tracing.ts";
import type { OutboundResponse } from "../../../platform/outbound-http/outbound.ts";
import type { LeasedJob } from "./leases.ts";
import type { DeliveryRow } from "./store.records.ts";

/**
 * What a span names. The request ID is that of the span of the request that recorded the event: nothing else links the
 * two traces.
 */
export interface ObservedMessage
  extends
    Pick<LeasedJob, "organizationId" | "subscriptionId" | "deliveryId" | "attempt">,
    Pick<DeliveryRow, "eventType" | "requestId"> {
  /** When the event occurred; null for what is not the first attempt to deliver it. */
  occurredAt: string | null;
}

export function describeMessage(
  { organizationId, subscriptionId, deliveryId, attempt, round }: LeasedJob,
  { eventType, requestId, trigger, occurredAt }: DeliveryRow,
): ObservedMessage {
  const isFirst = trigger === "event" && round === 1 && attempt === 1;
  return {
    organizationId,
    subscriptionId,
    deliveryId,
    attempt,
    eventType,
    requestId,
    occurredAt: isFirst ? occurredAt : null,
  };
}

/**
 * Runs an attempt in a span of its own trace, and counts it. The receiver gets no `traceparent`: it is another
 * company's.
 */
export function observeAttempt(
  { url, eventId, observed }: { url: string; eventId: string; observed: ObservedMessage },
  send: () => Promise<OutboundResponse>,
): Promise<OutboundResponse> {
  if (tracing.current === null && metrics.current === null) return send();
  const begun = performance.now();
  const attributes = {
    "http.request.method": "POST",
    // Of the URL only the host: paths of receivers can have tokens in them.
    "server.address": hostOf(url),
    "caseport.event_id": eventId,
    "caseport.event_type": observed.eventType,
    "caseport.request_id": observed.requestId ?? undefined,
    "caseport.organization_id": observed.organizationId,
    "caseport.subscription_id": observed.subscriptionId,
    "caseport.delivery_id": observed.deliveryId,
    "caseport.attempt": observed.attempt,
  };
  return inSpan("POST webhook", { kind: "client", attributes }, async (span) => {
    const response = await send();
    const { outcome, statusCode } = response;
    if (span !== null) {
      if (statusCode !== null) span.setAttribute("http.response.status_code", statusCode);
      if (outcome !== "succeeded") failSpan(span, outcome);
    }
    metrics.current?.observeDelivery({
      outcome,
      seconds: (performance.now() - begun) / 1_000,
      delaySeconds:
        outcome === "succeeded" && observed.occurredAt !== null
          ? Math.max(0, Date.now() - Date.parse(observed.occurredAt)) / 1_000
          : null,
      traceId: span?.isRecording() === true ? span.spanContext().traceId : null,
    });
    return response;
  });
}
