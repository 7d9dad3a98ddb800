import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Row } from "../../src/platform/database/tables.ts";
import { declaredEvents } from "../../src/composition/router.ts";
import { diffRecords } from "../../src/rpc/context.ts";
import { openSeededHarness, type SeededHarness } from "../../src/testing/harness/seeded.ts";

type StoredEvent = Pick<Row<"Event">, "id" | "entity" | "entityId" | "eventType" | "occurredAt" | "relatedIds"> & {
  payload: Record<string, unknown>;
  diff: Record<string, { from: unknown; to: unknown }>;
};

let harness: SeededHarness;
/** Of all organizations, in the order of their feeds. */
const events: StoredEvent[] = [];

beforeAll(async () => {
  harness = await openSeededHarness();
  for (const organizationId of await harness.listOrganizations()) {
    const found = await harness.findIn(
      organizationId,
      `SELECT id, entity, "entityId", "eventType", "occurredAt", "relatedIds", payload, diff FROM "Event" ORDER BY number`,
    );
    events.push(...(found as StoredEvent[]));
  }
});

test("the payload of every event is the whole record of its type, and nothing else", () => {
  const faults = events.flatMap(({ id, entity, eventType, payload }) => {
    const { data, error } = declaredEvents[entity]?.payload.safeParse(payload) ?? { data: undefined, error: undefined };
    return data !== undefined && isDeepStrictEqual(data, payload) ? [] : [{ id, eventType, error: error?.issues }];
  });
  expect(faults.slice(0, 5)).toEqual([]);
  expect(events.length).toBeGreaterThan(4_000);
  expect(new Set(events.filter(({ entity }) => entity === "task").map(({ eventType }) => eventType))).toEqual(
    new Set(["task.created", "task.completed", "task.status_changed", "task.ready", "task.overdue"]),
  );
});

/** What happens without a change of the record. */
const notices: ReadonlySet<string> = new Set(["task.ready", "task.overdue", "task_template.applied"]);
/**
 * Without what also changes between the events of a task: by days, and when others end; and without the occurrence of a
 * series that an event is about: the event before is of another one.
 */
const withoutPassing = ({
  daysOverdue: _days,
  waitsFor: _others,
  occurrence: _occurrence,
  ...diff
}: StoredEvent["diff"]) => diff;

test("the diff of every event is the difference from the payload before it; a creation and what changes no record have none", () => {
  const last = new Map<string, StoredEvent["payload"]>();
  const faults = events.filter(({ entityId, eventType, occurredAt, payload, diff }) => {
    const before = last.get(entityId);
    last.set(entityId, payload);
    if (notices.has(eventType)) return Object.keys(diff).length > 0;
    if (payload["updatedAt"] !== occurredAt) return true;
    if (payload["createdAt"] === occurredAt) return Object.keys(diff).length > 0;
    return (
      Object.keys(diff).length === 0 ||
      (before !== undefined && !isDeepStrictEqual(withoutPassing(diff), withoutPassing(diffRecords(before, payload))))
    );
  });
  expect(faults.slice(0, 5)).toEqual([]);
});

test("each exception of a series has the event and the audit entry of its change, with what the occurrence was and is", async () => {
  await harness.expectNowhere(`
    SELECT x."eventId", x."occurrenceOn" FROM "CalendarException" x JOIN "CalendarEvent" s ON s.id = x."eventId"
    LEFT JOIN "Event" e ON e."entityId" = s.id AND e."occurredAt" = x."updatedAt" AND (e.payload->'occurrence')::jsonb = (e.diff->'occurrence'->'to')::jsonb
    LEFT JOIN "AuditEntry" a ON a."requestId" = e."correlationId" AND a."entityId" = s.id
    WHERE concat_ws(' by ', e."eventType", a.action) <> CASE WHEN x."isCancelled" THEN 'calendar_event.updated by calendarEvents.delete' ELSE 'calendar_event.rescheduled by calendarEvents.update' END
      OR e.payload->'occurrence'->>'occurrenceOn' <> x."occurrenceOn"::text OR e.diff->'occurrence'->'from'->>'isCancelled' <> 'false'
      OR (e.payload->'occurrence'->>'isCancelled')::boolean <> x."isCancelled" OR (e.payload->'occurrence'->>'startAt')::timestamptz <> x."startAt"
      OR (e.diff->'occurrence'->'from'->>'startAt' <> e.payload->'occurrence'->>'startAt') = x."isCancelled"
      OR s.revision <> 1 + (SELECT count(*) FROM "CalendarException" y WHERE y."eventId" = s.id)`);
});

test("the records that events name are there", async () => {
  const tableOf = (entity: string) =>
    entity === "trust_reconciliation"
      ? "Reconciliation"
      : entity.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  const related = events.flatMap(({ relatedIds }) => relatedIds as { entity: string; id: string }[]);
  const entities = new Set([...events, ...related].map(({ entity }) => entity));
  expect(entities.size).toBeGreaterThan(15);
  const missing = [...entities].map(
    (entity) => `
    SELECT e.id, n.id AS named FROM "Event" e
    CROSS JOIN LATERAL (SELECT e."entityId" WHERE e.entity = '${entity}' UNION
      SELECT r->>'id' FROM jsonb_array_elements(e."relatedIds") r WHERE r->>'entity' = '${entity}') n(id)
    WHERE NOT EXISTS (SELECT FROM "${tableOf(entity)}" t WHERE t.id = n.id)`,
  );
  for (const ofEntity of missing) await harness.expectNowhere(ofEntity);
});

test("a change of a client names the cases, invoices, retrieval requests and authorizations that showed it then", async () => {
  const shown = (entity: string, table: string, of: string) => `
    SELECT e.id, x.id AS missing FROM "Event" e JOIN "${table}" x ON x."organizationId" = e."organizationId" AND ${of} AND x."createdAt" <= e."occurredAt"
    WHERE e."eventType" = 'client.updated' AND NOT e."relatedIds" @> jsonb_build_array(jsonb_build_object('entity', '${entity}', 'id', x.id))`;
  await harness.expectNowhere(
    [
      shown("case", "Case", 'x."plaintiffId" = e."entityId"'),
      shown("invoice", "Invoice", 'x."clientId" = e."entityId"'),
      shown("retrieval_request", "RetrievalRequest", 'x."clientId" = e."entityId"'),
      shown(
        "hipaa_authorization",
        "HipaaAuthorization",
        `x."caseId" IN (SELECT c.id FROM "Case" c WHERE c."organizationId" = e."organizationId" AND c."plaintiffId" = e."entityId")`,
      ),
    ].join(" UNION ALL "),
  );
  const named = events
    .filter(({ eventType }) => eventType === "client.updated")
    .flatMap(({ relatedIds }) => relatedIds as { entity: string }[]);
  expect(new Set(named.map(({ entity }) => entity))).toEqual(
    new Set(["case", "client", "invoice", "retrieval_request", "hipaa_authorization"]),
  );
});
