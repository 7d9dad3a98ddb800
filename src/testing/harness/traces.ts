import { expect } from "vitest";
import { eventTypes } from "../../contract/events/event-catalog.generated.ts";
import { entityOf, type EventType } from "../../contract/events/event-types.ts";
import type { Row } from "../../platform/database/tables.ts";
import { declaredEvents } from "../../composition/router.ts";
import type { TestTenant } from "./tenant.ts";

/** The request id of events that areas/events/fixtures.ts writes without a request. */
export const fixtureRequestId = "req_fixture";

/** The events of a tenant in the order of their numbers. */
export function readEvents(tenant: TestTenant): Promise<Row<"Event">[]> {
  return tenant.inside((transaction) => transaction.selectFrom("Event").selectAll().orderBy("number").execute());
}

/** The audit entries of a tenant in the order of their ids. */
export function readAuditEntries(tenant: TestTenant): Promise<Row<"AuditEntry">[]> {
  return tenant.inside((transaction) => transaction.selectFrom("AuditEntry").selectAll().orderBy("id").execute());
}

/**
 * How many events and audit entries a tenant has, without events that a fixture wrote: a request without effect does
 * not change it.
 */
export function countTraces(tenant: TestTenant): Promise<{ events: number; entries: number }> {
  return tenant.inside(async (transaction) => {
    const count = transaction.fn.countAll<number>().as("count");
    const events = transaction.selectFrom("Event").select(count).where("correlationId", "!=", fixtureRequestId);
    const [recorded, audited] = await Promise.all([
      events.executeTakeFirstOrThrow(),
      transaction.selectFrom("AuditEntry").select(count).executeTakeFirstOrThrow(),
    ]);
    return { events: recorded.count, entries: audited.count };
  });
}

/** Asserts that events carry exactly what their types declare. */
export function expectEventsRecorded(events: readonly Row<"Event">[]): void {
  expect(events).not.toEqual([]);
  for (const { eventType, entity, entityId, payload, diff } of events) {
    expect(Object.keys(eventTypes)).toContain(eventType);
    expect(entity).toBe(entityOf(eventType as EventType));
    const schema = declaredEvents[entity]?.payload;
    // zod removes undeclared members at every level, so an equal result had none.
    expect({ eventType, payload: schema?.parse(payload) }).toStrictEqual({ eventType, payload });
    const record = payload as Record<string, unknown>;
    expect(record["id"] ?? record["facilityId"]).toBe(entityId);
    for (const change of Object.values(diff as Record<string, object>))
      expect(Object.keys(change).toSorted()).toEqual(["from", "to"]);
  }
}
