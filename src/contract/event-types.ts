import type { Scope } from "./scopes.ts";

/** What events are about: the area, and the scope whose holders may read such a record. An area's issue adds its own lines. */
const entities = {
  case: { area: "cases", scope: "cases:read" },
  case_stage_gate: { area: "cases", scope: "cases:read" },
  lead: { area: "leads", scope: "leads:read" },
  case_party: { area: "cases", scope: "cases:read" },
  insurance_policy: { area: "cases", scope: "cases:read" },
  tag: { area: "cases", scope: "cases:read" },
  custom_field_definition: { area: "cases", scope: "cases:read" },
  client: { area: "clients", scope: "clients:read" },
  folder: { area: "documents", scope: "documents:read" },
  document: { area: "documents", scope: "documents:read" },
  intake_answer: { area: "intake", scope: "intake:read" },
  intake_form: { area: "intake", scope: "intake:read" },
  invoice: { area: "billing", scope: "billing:read" },
  payment: { area: "billing", scope: "billing:read" },
  medical_facility: { area: "medical", scope: "medical:read" },
  retrieval_request: { area: "medical", scope: "medical:read" },
  medical_treatment: { area: "medical", scope: "medical:read" },
  medical_bill: { area: "medical", scope: "medical:read" },
  medical_record: { area: "medical", scope: "medical:read" },
  hipaa_authorization: { area: "medical", scope: "medical:read" },
  contact: { area: "contacts", scope: "contacts:read" },
  contact_relationship: { area: "contacts", scope: "contacts:read" },
  conflict_check: { area: "contacts", scope: "contacts:read" },
  integration_key: { area: "org", scope: "org:manage" },
  scope_request: { area: "org", scope: "org:manage" },
  member: { area: "org", scope: "org:read" },
  organization: { area: "org", scope: "org:read" },
  webhook_subscription: { area: "webhooks", scope: "webhooks:read" },
  webhook_delivery: { area: "webhooks", scope: "webhooks:read" },
  report: { area: "reports", scope: "reports:read" },
  report_schedule: { area: "reports", scope: "reports:read" },
  export: { area: "reports", scope: "exports:write" },
} as const satisfies Record<string, { area: string; scope: Scope }>;

export type EventEntity = keyof typeof entities;

/** What can happen, as `<entity>.<verb in the past>`, and the sentence that says so. Source: contract, "Events". */
export const eventTypes = {
  "case.created": "A case was created.",
  "case.updated": "A case was changed.",
  "case.deleted": "A case was deleted.",
  "case.stage_changed": "A case moved to another stage.",
  "case.status_changed": "A case moved to another status.",
  "case.attorney_assigned": "An attorney was assigned to a case.",
  "case.attorney_unassigned": "An attorney was unassigned from a case, in one role or in all.",
  "case_stage_gate.updated": "The gates of a case stage were changed.",
  "lead.created": "A lead was created.",
  "lead.updated": "A lead was changed.",
  "lead.status_changed": "A lead moved to another status.",
  "lead.declined": "A lead was declined.",
  "lead.assigned": "A lead was assigned to a member, or unassigned.",
  "lead.contact_attempted": "An attempt to reach a lead was recorded.",
  "lead.duplicate_flagged": "A new lead resembles an earlier one.",
  "lead.converted": "A lead was converted to a case.",
  "case.tag_added": "A tag was added to a case.",
  "case.tag_removed": "A tag was removed from a case.",
  "case_party.created": "A party was added to a case.",
  "case_party.updated": "A party of a case was changed.",
  "case_party.deleted": "A party was removed from a case.",
  "insurance_policy.created": "An insurance policy of a case was recorded.",
  "insurance_policy.updated": "An insurance policy of a case was changed.",
  "insurance_policy.deleted": "An insurance policy of a case was deleted.",
  "tag.created": "A tag was created.",
  "tag.updated": "A tag was renamed or its color changed. Cases with the tag have no event of their own for it.",
  "tag.deleted": "A tag was deleted.",
  "custom_field_definition.created": "A custom field was defined.",
  "custom_field_definition.updated": "The definition of a custom field was changed.",
  "client.created": "A client was created.",
  "client.updated": "A client was changed.",
  "client.deleted": "A client was deleted, or merged into another.",
  "client.merged": "A client was merged into this one.",
  "folder.created": "A folder was created.",
  "folder.updated": "A folder was renamed or moved.",
  "folder.deleted": "A folder was deleted.",
  "folder.restored": "A deleted folder was restored.",
  "document.created": "A document was added.",
  "document.updated": "A document was changed.",
  "document.deleted": "A document was deleted.",
  "document.restored": "A deleted document was restored.",
  "document.upload_started": "The upload of a document or a new version was started.",
  "document.upload_failed": "An upload expired, or the file does not match its declaration.",
  "document.version_added": "A version was added to a document.",
  "document.locked": "A document was locked.",
  "document.unlocked": "A document was unlocked.",
  "intake_answer.upserted": "An intake answer was created or changed.",
  "intake_answer.deleted": "An intake answer was deleted.",
  "intake_form.created": "An intake form was created.",
  "intake_form.updated": "The draft of an intake form was changed.",
  "intake_form.published": "A version of an intake form was published.",
  "invoice.created": "An invoice was created.",
  "invoice.updated": "An invoice was changed: in its draft, by a payment that left its status as it was, or by a merge of clients.",
  "invoice.deleted": "A draft invoice was deleted.",
  "invoice.status_changed": "An invoice moved to another status.",
  "payment.received": "A payment was recorded.",
  "payment.updated": "A payment cleared or failed.",
  "payment.refunded": "A payment was refunded, in whole or in part.",
  "payment.voided": "A payment was voided.",
  "medical_facility.bound": "A medical facility was bound to a client.",
  "medical_facility.updated": "A medical facility binding was changed.",
  "medical_facility.unbound": "A medical facility was unbound from its case.",
  "medical_treatment.created": "A treatment was recorded.",
  "medical_treatment.updated": "A treatment was changed.",
  "medical_treatment.deleted": "A treatment was deleted.",
  "medical_bill.created": "A medical bill was recorded.",
  "medical_bill.updated": "A medical bill was changed.",
  "medical_bill.deleted": "A medical bill was deleted.",
  "medical_record.created": "Medical records were recorded.",
  "medical_record.updated": "Medical records were changed or reviewed.",
  "medical_record.deleted": "Medical records were deleted.",
  "hipaa_authorization.created": "An authorization to release records was recorded.",
  "hipaa_authorization.updated": "An authorization to release records was changed.",
  "hipaa_authorization.revoked": "An authorization to release records was revoked.",
  "retrieval_request.created": "A request for records was created.",
  "retrieval_request.updated": "A request for records was changed.",
  "retrieval_request.status_changed": "A request for records moved to another status.",
  "retrieval_request.followed_up": "A follow-up of a request for records was recorded.",
  "retrieval_request.documents_received": "A document was received for a request for records.",
  "retrieval_request.leased": "A vendor leased a request for records from the queue.",
  "contact.created": "A contact was created.",
  "contact.updated": "A contact was changed.",
  "contact.deleted": "A contact was deleted.",
  "contact.merged": "A contact was merged into this one.",
  "contact_relationship.created": "A contact was related to another.",
  "contact_relationship.deleted": "A relationship of two contacts was deleted.",
  "conflict_check.created": "A conflict check was created.",
  "conflict_check.updated": "A result of a conflict check was decided.",
  "conflict_check.closed": "A conflict check was closed with a decision.",
  "integration_key.created": "An integration key was created.",
  "integration_key.updated": "An integration key was changed.",
  "integration_key.paused": "An integration key was paused.",
  "integration_key.resumed": "A paused integration key was resumed.",
  "integration_key.rotated": "An integration key was rotated.",
  "integration_key.revoked": "An integration key was revoked.",
  "integration_key.expiring": "An integration key expires soon.",
  "integration_key.misconfigured": "An integration key lost its acting attorney.",
  "scope_request.created": "An elevated scope was requested.",
  "scope_request.granted": "An elevated scope was granted.",
  "scope_request.denied": "An elevated scope was denied.",
  "scope_request.withdrawn": "A request for an elevated scope was withdrawn.",
  "scope_request.lapsed": "A request for an elevated scope expired.",
  "member.invited": "A person was invited to the organization.",
  "member.updated": "A member was changed.",
  "member.deactivated": "A member was deactivated.",
  "member.reactivated": "A member was reactivated.",
  "organization.updated": "The organization was changed.",
  "webhook_subscription.created": "A webhook subscription was created.",
  "webhook_subscription.updated": "A webhook subscription was changed.",
  "webhook_subscription.deleted": "A webhook subscription was deleted.",
  "webhook_subscription.enabled": "A webhook subscription was enabled.",
  "webhook_subscription.disabled": "A webhook subscription was disabled, by a member or key, or because its endpoint responded with 410.",
  "webhook_subscription.paused": "A webhook subscription was paused after 120 hours of failed deliveries.",
  "webhook_subscription.secret_rotated": "The secret of a webhook subscription was rotated.",
  "webhook_subscription.tested": "A test was sent to a webhook subscription.",
  "webhook_subscription.recovered": "Missed events of a webhook subscription were queued for delivery.",
  "webhook_delivery.redelivered": "An event is delivered again to a webhook subscription.",
  "report.created": "A report was saved.",
  "report.updated": "A report was changed, or whether keys see it.",
  "report.deleted": "A report was deleted.",
  "report_schedule.created": "A report was scheduled.",
  "report_schedule.updated": "The schedule of a report was changed, paused or resumed.",
  "report_schedule.deleted": "A report is no longer scheduled.",
  "export.created": "An export was asked for.",
  "export.completed": "The file of an export can be fetched.",
  "export.failed": "An export could not be made.",
  "export.cancelled": "An export was cancelled.",
  "export.deleted": "An export and its file were deleted.",
  "export.expired": "The seven days of an export's file are over: it can be fetched no more.",
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
