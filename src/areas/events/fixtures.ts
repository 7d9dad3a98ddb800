import { writeRequestRecord } from "../../platform/event-log.ts";
import type { Transaction } from "../../platform/database.ts";
import { createId } from "../../platform/ids.ts";
import type { Arrangement } from "../../testing/arranged-request.ts";
import type { TestFirm } from "../../testing/firm.ts";

/** Writes one event within a transaction of the caller's, as a mutation does. @returns its entityId */
export async function writeEvent(firm: TestFirm, transaction: Transaction, eventType = "folder.created"): Promise<string> {
  const [entity = ""] = eventType.split(".");
  const entityId = createId("folder");
  await writeRequestRecord(transaction, {
    organizationId: firm.organizationId,
    requestId: "req_fixture",
    action: "fixture",
    address: "127.0.0.1",
    actor: { type: "integration_key", id: firm.keyId, name: "Test key" },
    onBehalfOfAttorneyId: null,
    source: "api",
    events: [{ entity, entityId, eventType, payload: { id: entityId }, diff: {}, relatedIds: [], visibleTo: ["events:read", "documents:read"], onlyTo: null }],
    accesses: [],
    storedAnswer: null,
  });
  return entityId;
}

/** Writes events of one type, one transaction each. @returns their entityIds in order */
export async function createEvents(firm: TestFirm, count: number, eventType = "folder.created"): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await firm.inside((transaction) => writeEvent(firm, transaction, eventType)));
  }
  return ids;
}

const arrangeList: Arrangement = async (firm) => {
  await createEvents(firm, 2);
  return { pathValues: {}, query: { limit: "50" }, recordParameters: [], revision: null };
};

export const eventArrangements = { "events.listDocumentEvents": arrangeList } satisfies Record<string, Arrangement>;
