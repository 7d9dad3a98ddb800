import type { Client } from "pg";
import { entityOf, scopesThatSee, type EventType } from "../../contract/events/event-types.ts";
import { caseDetail } from "../cases/examples.ts";
import { folder } from "../documents/folders/examples.ts";
import { hooks } from "../../composition/transaction-hooks.ts";
import { writeTransactionRecords } from "../../platform/database/transaction-records.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import type { RecordReference } from "../../rpc/context.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { actorOf, createCase, type TestTenant } from "../../testing/harness/tenant.ts";
import { fixtureRequestId } from "../../testing/harness/traces.ts";

/**
 * Makes the events up to a number older than events are kept.
 *
 * @param owner a session without triggers: events are append-only
 */
export async function ageEvents(owner: Client, organizationId: string, upTo: number): Promise<void> {
  await owner.query(
    `UPDATE "Event" SET id = left(lowest_id('evt', now() - interval '91 days'), 14) || right(id, 16), "occurredAt" = now() - interval '91 days'
     WHERE "organizationId" = $1 AND number <= $2`,
    [organizationId, upTo],
  );
}

/** The record of an event: another folder unless given. */
interface WrittenRecord {
  entityId?: string;
  relatedIds?: RecordReference[];
  record?: object;
}

/**
 * Records an event in the caller's transaction, like a mutation.
 *
 * @returns its entityId
 */
export async function writeEvent(
  tenant: Pick<TestTenant, "organizationId" | "keyId">,
  transaction: Transaction,
  eventType: EventType = "folder.created",
  { entityId = createId("folder"), relatedIds = [], record = shown }: WrittenRecord = {},
): Promise<string> {
  const entity = entityOf(eventType);
  writeTransactionRecords(transaction, {
    organizationId: tenant.organizationId,
    requestId: fixtureRequestId,
    action: "fixture",
    clientIp: "127.0.0.1",
    actor: actorOf(tenant),
    onBehalfOfAttorneyId: null,
    source: "api",
    events: [
      {
        entity,
        entityId,
        eventType,
        payload: { ...record, id: entityId },
        diff,
        relatedIds,
        visibleTo: scopesThatSee(entity),
        onlyTo: null,
      },
    ],
    fanOut: hooks.fanOut,
    auditEntries: [],
    storedResponse: null,
  });
  return entityId;
}

/** Distinguishes what is redacted; the scenarios have records of the event's type. */
const shown = { name: "Mercy General", notes: { text: "spoke with Rosa" } };
const diff = { name: { from: "Mercy", to: "Mercy General" } };

/**
 * Records events of one type, one transaction each.
 *
 * @returns their entityIds in order
 */
export async function createEvents(
  tenant: TestTenant,
  count: number,
  eventType: EventType = "folder.created",
  record: object = shown,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await tenant.inside((transaction) => writeEvent(tenant, transaction, eventType, { record })));
  }
  return ids;
}

const arrangeList: Scenario = async (tenant) => {
  await createEvents(tenant, 2, "folder.created", folder);
  return { query: { limit: "50" } };
};

export const eventScenarios = {
  "cases.activity.list": async (tenant) => {
    const { caseId } = await createCase(tenant);
    await tenant.inside((transaction) =>
      writeEvent(tenant, transaction, "case.updated", {
        entityId: caseId,
        relatedIds: [{ entity: "case", id: caseId }],
        record: caseDetail,
      }),
    );
    return { pathValues: { caseId } };
  },
  "events.list": arrangeList,
  "events.get": async (tenant) => {
    const [entityId = ""] = await createEvents(tenant, 1, "folder.created", folder);
    const { id } = await tenant.inside((transaction) =>
      transaction.selectFrom("Event").select("id").where("entityId", "=", entityId).executeTakeFirstOrThrow(),
    );
    return { pathValues: { eventId: id } };
  },
  "eventTypes.list": () => Promise.resolve({}),
  "documentEvents.list": arrangeList,
} satisfies Record<string, Scenario>;
