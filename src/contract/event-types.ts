/**
 * What can happen, as `<entity>.<verb in the past>`, and the area whose readers may see it.
 * Source: contract, "Events". An area's issue adds its own lines.
 */
export const eventTypes = {
  "case.created": { area: "cases" },
  "case.updated": { area: "cases" },
  "client.created": { area: "clients" },
  "client.updated": { area: "clients" },
  "folder.created": { area: "documents" },
  "folder.updated": { area: "documents" },
  "document.created": { area: "documents" },
  "document.updated": { area: "documents" },
  "document.deleted": { area: "documents" },
  "intake_answer.upserted": { area: "intake" },
  "intake_answer.deleted": { area: "intake" },
  "invoice.created": { area: "billing" },
  "invoice.status_changed": { area: "billing" },
  "medical_facility.bound": { area: "medical" },
  "medical_facility.updated": { area: "medical" },
  "retrieval_request.created": { area: "medical" },
  "retrieval_request.status_changed": { area: "medical" },
  "integration_key.created": { area: "org" },
  "integration_key.updated": { area: "org" },
  "integration_key.paused": { area: "org" },
  "integration_key.resumed": { area: "org" },
  "integration_key.rotated": { area: "org" },
  "integration_key.revoked": { area: "org" },
  "integration_key.expiring": { area: "org" },
  "integration_key.misconfigured": { area: "org" },
  "scope_request.created": { area: "org" },
  "scope_request.granted": { area: "org" },
  "scope_request.denied": { area: "org" },
  "scope_request.withdrawn": { area: "org" },
  "scope_request.lapsed": { area: "org" },
  "member.invited": { area: "org" },
  "member.updated": { area: "org" },
  "member.deactivated": { area: "org" },
  "member.reactivated": { area: "org" },
  "organization.updated": { area: "org" },
} as const satisfies Record<string, { area: string }>;

export type EventType = keyof typeof eventTypes;
