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
} as const satisfies Record<string, { area: string }>;

export type EventType = keyof typeof eventTypes;
