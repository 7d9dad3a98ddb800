interface SentEvent {
  id: string;
  cursor: string;
  entity: string;
  entityId: string;
  eventType: string;
  occurredAt: string;
}

/**
 * The body of a webhook, byte for byte: identical at every attempt and wherever it is shown, because these bytes are
 * signed.
 *
 * @param isSandbox of a firm's event, `data` says nothing about it
 */
export function writeWebhookPayload(event: SentEvent, organizationId: string, isSandbox = false): string {
  return JSON.stringify({
    type: event.eventType,
    timestamp: event.occurredAt,
    data: {
      id: event.id,
      organizationId,
      entity: event.entity,
      entityId: event.entityId,
      cursor: event.cursor,
      ...(isSandbox && { environment: "sandbox" }),
    },
  });
}
