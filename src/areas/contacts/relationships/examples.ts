import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { ContactRelationship } from "../schema.ts";

const { organizationId } = ids;
const adjusterId = "con_01kf3mc0s6v8x0z2b4d6f8h0k2";
const carrier = { id: "con_01kf3mc1s6v8x0z2b4d6f8h0k2", name: "Lone Star Mutual Insurance" } as const;

export const relationship = {
  id: "rel_01kf3mc2s6v8x0z2b4d6f8h0k2",
  organizationId,
  contactId: adjusterId,
  type: "adjuster_for",
  relatedContact: carrier,
  startOn: "2024-05-01",
  endOn: null,
  createdAt: times.stage,
  updatedAt: times.stage,
} satisfies ContactRelationship;

export const relationshipExamples = {
  "contacts.relationships.list": {
    parameters: { contactId: relationship.contactId, limit: 50 },
    response: { relationships: [relationship], nextCursor: null },
  },
  "contacts.relationships.create": {
    parameters: { contactId: relationship.contactId },
    body: { relatedContactId: relationship.relatedContact.id, type: "adjuster_for", startOn: "2024-05-01" },
    response: { relationship },
  },
  "contacts.relationships.delete": {
    parameters: { contactId: relationship.contactId, relationshipId: relationship.id },
    response: {},
  },
} satisfies Record<string, OperationExample>;
