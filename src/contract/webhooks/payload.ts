/** An event, as far as a webhook tells of it. */
interface SentEvent {
  id: string;
  cursor: string;
  entity: string;
  entityId: string;
  eventType: string;
  occurredAt: string;
}

/** The body of a webhook, byte for byte: the same at every attempt and wherever it is shown, since the signature is of these bytes. */
export function writeWebhookPayload(event: SentEvent, organizationId: string): string {
  return JSON.stringify({
    type: event.eventType,
    timestamp: event.occurredAt,
    data: { id: event.id, organizationId, entity: event.entity, entityId: event.entityId, cursor: event.cursor },
  });
}
