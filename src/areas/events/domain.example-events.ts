import type { EventDeclaration } from "../../contract/events/event-declaration.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import { interfaceVersion } from "../../contract/interface-version.ts";
import { cursorOfEvent } from "./domain.ts";
import type { EventRecord } from "./schema.ts";

type Example = EventDeclaration["types"][`${string}.${string}`]["example"];

const sources = {
  integration_key: "api",
  partner_key: "api",
  oidc_client: "api",
  member: "portal",
  platform_administrator: "portal",
  system: "system",
  esign_recipient: "portal",
} as const;

/**
 * The event of an example, as the feed shows it.
 *
 * @param index the type's position in the catalog, which only grows, so example ids and cursors are stable
 */
export function writeExampleEvent(
  { entity, exampleRelatedIds }: EventDeclaration,
  eventType: string,
  example: Example,
  index: number,
): EventRecord {
  const { before = {}, done = {}, by = actors.vendor, metadata = {} } = example;
  const payload = { ...example.payload } as Record<string, unknown>;
  const entityId = String(payload["id"] ?? payload["facilityId"]);
  const isKey = by.type === "integration_key";
  return {
    id: `evt_01kjp8x0a2c4e6g8j0m2q4s${String(index).padStart(3, "0")}`,
    cursor: cursorOfEvent(ids.organizationId, 4_100 + index),
    entity,
    entityId,
    eventType,
    occurredAt: times.now,
    actor: by,
    payload,
    diff: {
      ...Object.fromEntries(
        Object.entries(before).map(([field, from]) => [field, { from: from as unknown, to: payload[field] }]),
      ),
      ...done,
    },
    relatedIds: [...exampleRelatedIds(entityId)],
    correlationId: "req_01kjp8wzy3b5d7f9h1k3m5p7r9",
    metadata: {
      source: sources[by.type],
      credentialId: isKey ? by.id : null,
      onBehalfOfAttorneyId: isKey ? ids.attorneyId : null,
      apiVersion: interfaceVersion,
      ...metadata,
    },
  };
}
