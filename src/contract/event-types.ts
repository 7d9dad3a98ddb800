import type { Scope } from "./scopes.ts";

/** What events are about: the area, and the scope whose holders may read such a record. An area's issue adds its own lines. */
const entities = {
  case: { area: "cases", scope: "cases:read" },
  client: { area: "clients", scope: "clients:read" },
  folder: { area: "documents", scope: "documents:read" },
  document: { area: "documents", scope: "documents:read" },
  intake_answer: { area: "intake", scope: "intake:read" },
  invoice: { area: "billing", scope: "billing:read" },
  medical_facility: { area: "medical", scope: "medical:read" },
  retrieval_request: { area: "medical", scope: "medical:read" },
  integration_key: { area: "org", scope: "org:manage" },
  scope_request: { area: "org", scope: "org:manage" },
  member: { area: "org", scope: "org:read" },
  organization: { area: "org", scope: "org:read" },
  webhook_subscription: { area: "webhooks", scope: "webhooks:read" },
  webhook_delivery: { area: "webhooks", scope: "webhooks:read" },
} as const satisfies Record<string, { area: string; scope: Scope }>;

export type EventEntity = keyof typeof entities;

/** What can happen, as `<entity>.<verb in the past>`, and the sentence that says so. Source: contract, "Events". */
export const eventTypes = {
  "case.created": "A case was created.",
  "case.updated": "A case was changed.",
  "client.created": "A client was created.",
  "client.updated": "A client was changed.",
  "folder.created": "A folder was created.",
  "folder.updated": "A folder was renamed or moved.",
  "document.created": "A document was added.",
  "document.updated": "A document was changed.",
  "document.deleted": "A document was deleted.",
  "intake_answer.upserted": "An intake answer was given or changed.",
  "intake_answer.deleted": "An intake answer was deleted.",
  "invoice.created": "An invoice was created.",
  "invoice.status_changed": "An invoice moved to another status.",
  "medical_facility.bound": "A medical facility was bound to a client.",
  "medical_facility.updated": "A medical facility binding was changed.",
  "retrieval_request.created": "A request for records was created.",
  "retrieval_request.status_changed": "A request for records moved to another status.",
  "integration_key.created": "An integration key was created.",
  "integration_key.updated": "An integration key was changed.",
  "integration_key.paused": "An integration key was paused.",
  "integration_key.resumed": "A paused integration key goes on.",
  "integration_key.rotated": "An integration key got a new secret.",
  "integration_key.revoked": "An integration key was revoked.",
  "integration_key.expiring": "An integration key expires soon.",
  "integration_key.misconfigured": "An integration key lost its acting attorney.",
  "scope_request.created": "An elevated scope was asked for.",
  "scope_request.granted": "An elevated scope was granted.",
  "scope_request.denied": "An elevated scope was denied.",
  "scope_request.withdrawn": "A request for an elevated scope was withdrawn.",
  "scope_request.lapsed": "A request for an elevated scope lapsed.",
  "member.invited": "A person was invited to the organization.",
  "member.updated": "A member was changed.",
  "member.deactivated": "A member was deactivated.",
  "member.reactivated": "A member was reactivated.",
  "organization.updated": "The organization was changed.",
  "webhook_subscription.created": "A webhook subscription was created.",
  "webhook_subscription.updated": "A webhook subscription was changed.",
  "webhook_subscription.deleted": "A webhook subscription was deleted.",
  "webhook_subscription.enabled": "A webhook subscription was enabled.",
  "webhook_subscription.disabled": "A webhook subscription was disabled, by hand or because its receiver answered 410.",
  "webhook_subscription.paused": "A webhook subscription was paused after 120 hours of nothing but failures.",
  "webhook_subscription.secret_rotated": "A webhook subscription got a new signing secret.",
  "webhook_subscription.tested": "A test was sent to a webhook subscription.",
  "webhook_subscription.recovered": "The events of a time span are delivered again to a webhook subscription.",
  "webhook_delivery.redelivered": "An event is delivered again to a webhook subscription.",
} as const satisfies Record<`${EventEntity}.${string}`, string>;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];
export const eventEntityNames = Object.keys(entities) as [EventEntity, ...EventEntity[]];

/** The kind of record that an event is about. */
export function entityOf(eventType: EventType): EventEntity {
  return eventType.slice(0, eventType.indexOf(".")) as EventEntity;
}

/** The area of a kind of record. */
export function areaOf(entity: EventEntity): string {
  return entities[entity].area;
}

/** The scope whose holders may read such a record, and so see in full what an event says of it. */
export function readingScope(entity: EventEntity): Scope {
  return entities[entity].scope;
}

/** The scopes of which each lets its holder see that such an event happened. */
export function scopesThatSee(entity: EventEntity): readonly Scope[] {
  return ["events:read", readingScope(entity)];
}

/** The kinds of record whose events the holder of the scopes sees. */
export function visibleEntities(held: ReadonlySet<Scope>): EventEntity[] {
  return eventEntityNames.filter((entity) => scopesThatSee(entity).some((scope) => held.has(scope)));
}

/** For how many days events are kept; the purge has it in its migration. */
export const eventDays = 90;
