import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { eventTypes } from "../../src/contract/events/event-catalog.generated.ts";
import { declaredEvents } from "../../src/composition/router.ts";
import { scopeCatalog } from "../../src/contract/scopes.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { findFeedByDigest } from "../../src/areas/calendar/feeds/store.ts";
import { readFeedToken } from "../../src/platform/identity/credentials/feed-token.ts";
import { readKeySecret } from "../../src/platform/identity/credentials/integration-key.ts";
import { isSeeded, type DemoSummary } from "./demo.ts";
import { headquartersId } from "./firms.ts";
import { seededTables } from "./rows.ts";
import { placeOfSecret } from "../../src/areas/webhooks/domain.secrets.ts";
import { createInstallationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { openSeededHarness, testSecret, type SeededHarness } from "../../src/testing/harness/seeded.ts";
import type { TemporaryDatabase } from "./temporary-database.ts";

const startedAt = Date.now();

let harness: SeededHarness;
let temporary: TemporaryDatabase;
let database: Database;
let summary: DemoSummary;

beforeAll(async () => {
  harness = await openSeededHarness();
  ({ temporary, database, summary } = harness);
});

const findIn = (organizationId: string, statement: string) => harness.findIn(organizationId, statement);
const listOrganizations = () => harness.listOrganizations();
const expectNowhere = (statement: string) => harness.expectNowhere(statement);

test("creates four firms: a headquarters, its two children and an unrelated one", async () => {
  const firms = await temporary.queryAll(
    `SELECT o.slug, o."isHeadquarters", o."parentOrganizationId" AS parent,
            (SELECT count(*)::int FROM "Case" WHERE "organizationId" = o.id) AS cases,
            (SELECT last::int FROM "EventCounter" WHERE "organizationId" = o.id) AS events
     FROM "Organization" o ORDER BY slug`,
  );
  expect(firms).toEqual([
    { slug: "brandt-osei", isHeadquarters: false, parent: null, cases: expect.any(Number), events: expect.any(Number) },
    { slug: "hartwell-pierce", isHeadquarters: true, parent: null, cases: 221, events: expect.any(Number) },
    {
      slug: "hartwell-pierce-arizona",
      isHeadquarters: false,
      parent: headquartersId,
      cases: 21,
      events: expect.any(Number),
    },
    {
      slug: "hartwell-pierce-texas",
      isHeadquarters: false,
      parent: headquartersId,
      cases: 21,
      events: expect.any(Number),
    },
  ]);
  expect(Number(firms[1]?.["events"])).toBeGreaterThan(600);
  expect(await isSeeded(temporary.applicationUrl)).toBe(true);
});

/**
 * One firm requests an elevated scope, and has webhooks; its attorney has a calendar feed; only its notes are old
 * enough for comments.
 */
const ofOneFirm: ReadonlySet<string> = new Set([
  "ScopeRequest",
  "WebhookSubscription",
  "WebhookSecret",
  "WebhookDelivery",
  "Notification",
  "Report",
  "ReportSchedule",
  "NoteComment",
  "JurisdictionRule",
  "TollingSegment",
  "CalendarFeed",
  // Of requests that are completed, which the headquarters has.
  "EsignSetting",
  "EsignSubmission",
]);

test("every table has rows of every firm", async () => {
  for (const table of seededTables) {
    const column = table === "Organization" ? "id" : "organizationId";
    const [row] = await temporary.queryAll(`SELECT count(DISTINCT "${column}")::int AS firms FROM "${table}"`);
    expect([table, row?.["firms"]]).toEqual([table, ofOneFirm.has(table) ? 1 : 4]);
  }
});

test("requests are counted, and end with each key's last use; the last 24 hours and those of a week before have some", async () => {
  const [counts] = await findIn(
    headquartersId,
    `SELECT (SELECT count(*)::int FROM "RequestLog") AS logged, (SELECT count(DISTINCT "keyId")::int FROM "RequestLog") AS keys,
            (SELECT sum(succeeded + refused + limited + failed)::int FROM "KeyUsageDay") AS counted,
            (SELECT sum(requests)::int FROM "KeyUsageHour") AS hourly,
            (SELECT count(DISTINCT "keyId")::int FROM "KeyUsageHour" WHERE hour > now() - interval '24 hours') AS today,
            (SELECT count(DISTINCT "keyId")::int FROM "KeyUsageHour" WHERE hour BETWEEN now() - interval '8 days' AND now() - interval '7 days') AS "weekBefore",
            (SELECT count(*)::int FROM "KeyUse" u WHERE prefix = '' AND "usedAt" = (SELECT max("occurredAt") FROM "RequestLog" l WHERE l."keyId" = u."keyId")
              AND EXISTS (SELECT FROM "KeyUse" s WHERE s."keyId" = u."keyId" AND s.prefix <> '' AND s."usedAt" = u."usedAt")) AS dated`,
  );
  const { logged, ...rest } = counts as { logged: number };
  expect(rest).toEqual({ keys: 4, dated: 4, counted: logged, hourly: logged, today: 4, weekBefore: 4 });
  expect(logged).toBeGreaterThan(2_000);
});

test("webhooks have deliveries and are stopped, so nothing is sent", async () => {
  const subscriptions = await findIn(
    headquartersId,
    `SELECT s.name, s.status, s."statusReason" AS reason, s."lastAttemptAt" <= s."statusChangedAt" AS ended,
            s."statusChangedAt" - coalesce(s."failingSince", s."statusChangedAt" - interval '120 hours') >= interval '120 hours' AS failed,
            (SELECT array_agg(DISTINCT d.status ORDER BY d.status) FROM "WebhookDelivery" d WHERE d."subscriptionId" = s.id) AS statuses
     FROM "WebhookSubscription" s ORDER BY s.name`,
  );
  expect(subscriptions).toEqual([
    {
      name: "Contact directory",
      status: "disabled",
      reason: "by_hand",
      ended: true,
      failed: true,
      statuses: ["succeeded"],
    },
    {
      name: "Records vendor",
      status: "paused",
      reason: "failures",
      ended: true,
      failed: true,
      statuses: ["cancelled", "failed", "succeeded"],
    },
  ]);
  await expectNowhere(`SELECT d.id FROM "WebhookDelivery" d JOIN "WebhookSubscription" s ON s.id = d."subscriptionId" JOIN "IntegrationKey" k ON k.id = s."keyId"
    LEFT JOIN "Event" e ON e.id = d."eventId" AND e.number = d."eventNumber" AND e."eventType" = ANY (s."eventTypes") AND e."eventType" = d."eventType"
    WHERE e.id IS NULL OR d.status = 'pending' OR d."finishedAt" > now() OR d."createdAt" < now() - interval '29 days'
       OR d."attemptCount" <> jsonb_array_length(d.attempts) OR NOT k."webhookAllowedHosts" @> ARRAY[substring(s.url FROM '^https://([^/]+)')]
       OR s.url !~ '^https://[^/]+[.]example/'`);
  const [deliveries] = await findIn(headquartersId, `SELECT count(*)::int AS made FROM "WebhookDelivery"`);
  expect((deliveries as { made: number }).made).toBeGreaterThan(25);
  const [secret] = await database.withTenantTransaction(headquartersId, (transaction) =>
    transaction.selectFrom("WebhookSecret").selectAll().execute(),
  );
  const place = placeOfSecret(headquartersId, secret?.subscriptionId ?? "", secret?.id ?? "");
  expect(createInstallationKeys(testSecret).decrypt(place, secret?.sealed ?? Buffer.alloc(0))).toMatch(
    /^whsec_[A-Za-z0-9+/]{43}=$/,
  );
});

test("the IDs in the summary belong together", async () => {
  const { ids } = summary;
  const story = await database.withTenantTransaction(ids.organizationId, async (transaction) => {
    const find = (table: "Case" | "Folder" | "MedicalFacility" | "RetrievalRequest", id: string) =>
      transaction.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const list = (table: "Invoice" | "CaseAttorney" | "CaseTag" | "IntakeAnswer") =>
      transaction.selectFrom(table).selectAll().where("caseId", "=", ids.caseId).execute();
    return {
      case: await find("Case", ids.caseId),
      folder: await find("Folder", ids.folderId),
      facility: await find("MedicalFacility", ids.facilityId),
      request: await find("RetrievalRequest", ids.retrievalRequestId),
      invoices: await list("Invoice"),
      answers: await list("IntakeAnswer"),
      attorneys: await list("CaseAttorney"),
      tags: await list("CaseTag"),
    };
  });
  expect(story.case).toMatchObject({ plaintiffId: ids.clientId, attorneyId: ids.attorneyId, matterStatus: "open" });
  expect(story.folder).toMatchObject({ caseId: ids.caseId });
  expect(story.facility).toMatchObject({ caseId: ids.caseId, clientId: ids.clientId });
  expect(story.request).toMatchObject({
    caseId: ids.caseId,
    clientId: ids.clientId,
    facilityId: ids.facilityId,
    status: "in_progress",
  });
  for (const [id, status] of [
    [ids.invoiceDraftId, "draft"],
    [ids.invoiceSentId, "sent"],
    [ids.invoicePaidId, "paid"],
  ]) {
    expect(story.invoices).toContainEqual(expect.objectContaining({ id, status }));
  }
  expect(story.answers).toContainEqual(expect.objectContaining({ accessor: ids.intakeAccessor, deletedAt: null }));
  expect(story.attorneys).toContainEqual(expect.objectContaining({ attorneyId: ids.attorneyId, role: "lead" }));
  expect(story.attorneys.length).toBeGreaterThan(1);
  expect(story.tags.length).toBeGreaterThan(1);
});

test("another organization can read none of it", async () => {
  const { organizationId, ...ids } = summary.ids;
  const list = Object.values(ids)
    .map((id) => `'${id}'`)
    .join(", ");
  const others = (await listOrganizations()).filter((id) => id !== organizationId);
  expect(others).toHaveLength(3);
  const withIds = new Set(
    (await temporary.queryAll(`SELECT table_name FROM information_schema.columns WHERE column_name = 'id'`)).map(
      (row) => row["table_name"],
    ),
  );
  for (const table of seededTables.filter((name) => withIds.has(name))) {
    for (const other of others)
      expect(await findIn(other, `SELECT id FROM "${table}" WHERE id IN (${list}, '${organizationId}')`)).toEqual([]);
    expect(
      await database.withoutTenant
        .selectFrom(table)
        .select(sql`1`.as("seen"))
        .execute(),
    ).toEqual([]);
  }
  const other = await findIn(
    summary.otherOrganization.organizationId,
    `SELECT c.id FROM "Case" c
     JOIN "Folder" f ON f."caseId" = c.id AND f.id = '${summary.otherOrganization.folderId}'
     JOIN "RetrievalRequest" r ON r."caseId" = c.id AND r.id = '${summary.otherOrganization.retrievalRequestId}'
     JOIN "MedicalFacility" m ON m."caseId" = c.id AND m.id = r."facilityId" AND m.id = '${summary.otherOrganization.facilityId}'
     JOIN "Invoice" i ON i."caseId" = c.id AND i.id = '${summary.otherOrganization.invoiceDraftId}' AND i.status = 'draft'
     WHERE c."plaintiffId" = '${summary.otherOrganization.clientId}'`,
  );
  expect(other).toEqual([{ id: summary.otherOrganization.caseId }]);
});

test("exactly the live keys are found by their digests", async () => {
  const found: Record<string, unknown> = {};
  for (const [name, secret] of Object.entries(summary.keys)) {
    const { rows } = await sql<{
      organizationId: string;
      prefix: string;
      scopes: string[];
      actingAttorneyActive: boolean;
      days: number;
    }>`
      SELECT k.*, extract(epoch FROM "expiresAt" - now())::float8 / 86400 AS days
      FROM (SELECT find_integration_key(${readKeySecret(secret)?.digest})::json AS found) f,
           json_to_record(found) AS k("organizationId" text, prefix text, scopes text[], "actingAttorneyActive" boolean, "expiresAt" timestamptz)
      WHERE found IS NOT NULL`.execute(database.withoutTenant);
    const [key] = rows;
    found[name] = key && [key.organizationId === headquartersId, key.scopes.length, key.actingAttorneyActive];
    if (key !== undefined) expect(key.prefix).toBe(secret.slice(0, 12));
    if (key !== undefined) expect(name === "expiring" ? [19, 20] : [363, 364]).toContain(Math.ceil(key.days));
  }
  const scopes = [...scopeCatalog];
  expect(found).toEqual({
    full: [true, scopes.length, true],
    readOnly: [true, scopes.filter(([scope]) => scope.endsWith(":read")).length, false],
    noScopes: [true, 0, false],
    orgManage: [true, 1, false],
    noActingAttorney: [
      true,
      scopes.filter(([scope, entry]) => scope.endsWith(":write") && !entry.needsActingAttorney && !entry.elevated)
        .length,
      false,
    ],
    deactivatedAttorney: [true, scopes.length, false],
    expired: undefined,
    revoked: undefined,
    paused: undefined,
    expiring: [true, 2, false],
    vendor: [true, 3, true],
    hrDirectory: [true, 3, false],
    otherOrganization: [false, scopes.length, true],
  });
  const states = await findIn(
    headquartersId,
    `SELECT count(*) FILTER (WHERE "expiresAt" < now())::int AS expired, count(*) FILTER (WHERE "pausedAt" IS NOT NULL)::int AS paused,
            count(*) FILTER (WHERE "revokedAt" IS NOT NULL)::int AS revoked FROM "IntegrationKey"`,
  );
  expect(states).toEqual([{ expired: 1, paused: 1, revoked: 1 }]);
});

test("the portal's people are members with the permissions they represent", async () => {
  const { attorney, manager, member, platformAdmin } = summary.portal;
  const rows = await database.withTenantTransaction(headquartersId, (transaction) =>
    transaction.selectFrom("Member").select(["id", "email", "permissions", "isAttorney", "status"]).execute(),
  );
  const find = (email: string) => rows.find((row) => row.email === email);
  expect(find(attorney.email)).toMatchObject({ id: summary.ids.attorneyId, isAttorney: true, status: "active" });
  expect(find(manager.email)).toMatchObject({ permissions: ["integrations:manage"], status: "active" });
  expect(find(member.email)).toMatchObject({ permissions: [], isAttorney: false, status: "active" });
  expect(find(platformAdmin.email)).toBeUndefined();
  expect(new Set([attorney, manager, member, platformAdmin].map(({ password }) => password)).size).toBe(4);
  const [token = ""] = /cpc_\w+/.exec(summary.portal.calendarFeedUrl ?? "") ?? [];
  expect(await findFeedByDigest(database, readFeedToken(token) ?? Buffer.alloc(32))).toMatchObject({
    organizationId: headquartersId,
    memberId: summary.ids.attorneyId,
  });
});

describe("events", () => {
  test("are numbered without a gap in order of time, within 80 days, with known types", async () => {
    for (const organizationId of await listOrganizations()) {
      const { events, counter } = await database.withTenantTransaction(organizationId, async (transaction) => ({
        events: await transaction
          .selectFrom("Event")
          .select(["number", "occurredAt", "eventType", "entity"])
          .orderBy("number")
          .execute(),
        counter: await transaction.selectFrom("EventCounter").select("last").executeTakeFirstOrThrow(),
      }));
      expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
      expect(counter.last).toBe(events.length);
      const instants = events.map(({ occurredAt }) => Date.parse(occurredAt));
      expect(instants).toEqual(instants.toSorted((left, right) => left - right));
      expect(instants[0]).toBeGreaterThan(startedAt - 82 * 86_400_000);
      expect(instants.at(-1)).toBeLessThanOrEqual(Date.now());
      expect(
        events.filter(({ eventType, entity }) => !(eventType in eventTypes) || !eventType.startsWith(`${entity}.`)),
      ).toEqual([]);
    }
    const documents = await findIn(
      headquartersId,
      `SELECT "eventType" FROM "Event" WHERE entity IN ('folder', 'document')`,
    );
    expect(documents.length).toBeGreaterThan(200);
  });

  const entities = {
    case: "Case",
    lead: "Lead",
    client: "Client",
    folder: "Folder",
    intake_answer: "IntakeAnswer",
    invoice: "Invoice",
    medical_facility: "MedicalFacility",
    retrieval_request: "RetrievalRequest",
    deadline_chain: "DeadlineChain",
  } as const;
  test.each(Object.entries(entities))("the last event of every %s has its current state", async (entity, table) => {
    for (const organizationId of await listOrganizations()) {
      const { newest, rows } = await database.withTenantTransaction(organizationId, async (transaction) => ({
        newest: await transaction
          .selectFrom("Event")
          .select(["entityId", "payload", "diff", "relatedIds"])
          .where("entity", "=", entity)
          .distinctOn("entityId")
          .orderBy("entityId")
          .orderBy("number", "desc")
          .execute(),
        rows: await transaction.selectFrom(table).selectAll().execute(),
      }));
      const shape = declaredEvents[entity]?.payload.shape ?? {};
      const shown = (row: object) => Object.fromEntries(Object.entries(row).filter(([field]) => field in shape));
      const byId = new Map<string, Record<string, unknown>>(rows.map((row) => [row.id, shown(row)]));
      for (const { entityId, payload, diff, relatedIds } of newest) {
        // A case is also touched when its client changes, which is not an event of its own.
        const untouched = entity === "case" ? { updatedAt: (payload as { updatedAt: string }).updatedAt } : {};
        expect(payload).toMatchObject({ ...byId.get(entityId), ...untouched });
        const changes = Object.entries(diff as Record<string, { from: unknown; to: unknown }>);
        for (const [field, { to }] of changes) expect((payload as Record<string, unknown>)[field]).toEqual(to);
        const isLeads =
          entity === "lead" || (entity === "intake_answer" && (payload as { leadId: string | null }).leadId !== null);
        expect((relatedIds as { entity: string }[]).map((related) => related.entity)).toEqual(
          expect.arrayContaining(isLeads ? ["lead"] : ["case", "client"]),
        );
      }
    }
  });

  test("each have an audit entry, and every key has a creator", async () => {
    await expectNowhere(`SELECT id FROM "Event" e WHERE NOT EXISTS (
      SELECT FROM "AuditEntry" a WHERE a."requestId" = e."correlationId" AND a."entityId" = e."entityId" AND a."actorId" = e.actor->>'id')`);
    await expectNowhere(`SELECT id FROM "IntegrationKey" k WHERE NOT EXISTS (
      SELECT FROM "AuditEntry" a WHERE a."entityId" = k.id AND a.action = 'serviceAccounts.create')`);
  });
});
