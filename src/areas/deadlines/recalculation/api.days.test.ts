import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hooks } from "../../../composition/transaction-hooks.ts";
import type { RunningServer } from "../../../http/server.ts";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { readId } from "../../../testing/harness/requests/example-request.ts";
import { startServerOn, startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { startPostgresProxy, type PostgresProxy } from "../../../testing/servers/postgres-proxy.ts";
import { buildDeadline } from "../../../../prisma/seed/builders/deadlines.ts";
import { createCourtAction } from "../../cases/court-actions/fixtures.ts";
import { createIncident } from "../../cases/incident/fixtures.ts";
import type { Deadline } from "../schema.ts";

/** The days of court actions and incidents from which deadlines are counted: `filed`, `death` and the like. */

/** So far ahead that no deadline is over. None of the days here is a February 29. */
const addYears = (on: string, years: number) => `${Number(on.slice(0, 4)) + years}${on.slice(4)}`;
const addDays = (on: string, days: number) => new Date(Date.parse(on) + days * 86_400_000).toISOString().slice(0, 10);

interface Caller {
  api: Api;
  caseId: string;
}

const deadlineOf = async ({ api }: Pick<Caller, "api">, id: string) =>
  readBody<{ deadline: Deadline }>(await api.get(`/deadlines/${id}`)).deadline;

const countFrom = (trigger: object, offset = 101) => ({
  type: "custom",
  trigger,
  offset,
  unit: "years",
  rollRule: "none",
});

const addDeadline = async ({ api, caseId }: Caller, trigger: object, offset = 101) => {
  const reply = await api.change("POST", `/cases/${caseId}/deadlines`, countFrom(trigger, offset));
  return readId(readBody(reply), "deadline");
};

describe("followed days", () => {
  let server: TestServer;
  let tenant: TestTenant;
  let api: Api;

  beforeAll(async () => {
    server = await startTestServer();
    tenant = await createTenant(server.services.database);
    api = openApi(server, tenant.secret);
  });
  afterAll(() => server.close(1000));

  const fileOn = async (caseId: string, courtActionId: string, filedOn: string) =>
    readBody(await api.change("PATCH", `/cases/${caseId}/court-actions/${courtActionId}`, { filedOn }));

  test("acceptance 2: an earlier filedOn moves the deadline that is counted from it in the same transaction; a later one waits", async () => {
    const own = await createTenant(server.services.database);
    const ownApi = openApi(server, own.secret);
    const { caseId, courtActionId } = await createCourtAction(own, { filedOn: "2026-02-16" });
    const of = { api: ownApi, caseId };
    const id = await addDeadline(of, { source: "filed", recordId: courtActionId });
    expect(await deadlineOf(of, id)).toMatchObject({
      dueOn: addYears("2026-02-16", 101),
      trigger: { source: "filed", recordId: courtActionId, on: "2026-02-16" },
    });
    const path = `/cases/${caseId}/court-actions/${courtActionId}`;
    readBody(await ownApi.change("PATCH", path, { filedOn: "2026-02-10" }));
    expect(await deadlineOf(of, id)).toMatchObject({
      dueOn: addYears("2026-02-10", 101),
      trigger: { on: "2026-02-10" },
      setBy: { type: "system", causedBy: { id: own.keyId } },
    });
    const events = await readEvents(own);
    const [moved, recalculated] = events.slice(-2);
    expect([moved?.eventType, recalculated?.eventType]).toEqual(["court_action.updated", "deadline.recalculated"]);
    expect(recalculated?.correlationId).toBe(moved?.correlationId);
    readBody(await ownApi.change("PATCH", path, { filedOn: "2026-02-20" }));
    expect(await deadlineOf(of, id)).toMatchObject({
      dueOn: addYears("2026-02-10", 101),
      recalculation: { proposedOn: addYears("2026-02-20", 101), triggerOn: "2026-02-20" },
    });
    // Who set the day is behind both dates, and so no second person.
    const decision = { subject: "recalculation", decision: "confirm", basis: "file_review" };
    expect((await ownApi.change("POST", `/deadlines/${id}/verify`, decision)).status).toBe(409);
  });

  test("property: whatever filedOn is set to, each deadline has the earliest day so far, and waits for the last one if that is later", async () => {
    const days = fc.integer({ min: 0, max: 300 }).map((place) => addDays("2025-01-01", place));
    const run = async (first: string, later: readonly string[], offsets: readonly number[]) => {
      const { caseId, courtActionId } = await createCourtAction(tenant, { filedOn: first });
      const of = { api, caseId };
      const ids: string[] = [];
      for (const offset of offsets)
        ids.push(await addDeadline(of, { source: "filed", recordId: courtActionId }, offset));
      const kept = await addDeadline(of, { source: "manual", on: first });
      let earliest = first;
      for (const on of later) {
        await fileOn(caseId, courtActionId, on);
        earliest = on < earliest ? on : earliest;
        for (const [place, id] of ids.entries()) {
          const offset = offsets[place] ?? 0;
          const { dueOn, recalculation } = await deadlineOf(of, id);
          expect(dueOn).toBe(addYears(earliest, offset));
          expect(recalculation?.proposedOn ?? null).toBe(on > earliest ? addYears(on, offset) : null);
        }
      }
      expect((await deadlineOf(of, kept)).dueOn).toBe(addYears(first, 101));
    };
    await fc.assert(
      fc.asyncProperty(
        days,
        fc.array(days, { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 100, max: 130 }), { minLength: 1, maxLength: 2 }),
        run,
      ),
      { numRuns: 12, seed: 48 },
    );
  });

  test("property: each day of the incident moves the deadlines of its own trigger alone", async () => {
    const fields = { death: "deathOn", discovery: "injuryDiscoveredOn", treatment_end: "treatmentEndedOn" } as const;
    const sources = Object.keys(fields) as (keyof typeof fields)[];
    const start = "2025-06-01";
    const changes = fc.array(
      fc.record({ source: fc.constantFrom(...sources), earlierBy: fc.integer({ min: 1, max: 100 }) }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(changes, async (given) => {
        const columns = { deathOn: start, injuryDiscoveredOn: start, treatmentEndedOn: start };
        const { caseId, incidentId } = await createIncident(tenant, columns);
        const of = { api, caseId };
        const ids = new Map<string, string>();
        for (const source of sources) ids.set(source, await addDeadline(of, { source, recordId: incidentId }));
        const on = new Map<string, string>(sources.map((source) => [source, start]));
        for (const { source, earlierBy } of given) {
          const next = addDays(on.get(source) ?? start, -earlierBy);
          on.set(source, next);
          readBody(await api.change("PATCH", `/cases/${caseId}/incident`, { [fields[source]]: next }));
        }
        for (const source of sources)
          expect(await deadlineOf(of, ids.get(source) ?? "")).toMatchObject({
            dueOn: addYears(on.get(source) ?? start, 101),
            trigger: { source, recordId: incidentId, on: on.get(source) },
            recalculation: null,
          });
      }),
      { numRuns: 8, seed: 48 },
    );
  });

  test("a day that is no longer recorded moves nothing; without an incident a death has a day alone", async () => {
    const { caseId, incidentId } = await createIncident(tenant, { deathOn: "2025-06-01" });
    const of = { api, caseId };
    const id = await addDeadline(of, { source: "death", recordId: incidentId });
    const alone = await addDeadline(of, { source: "death", on: "2025-06-01" });
    readBody(await api.change("PATCH", `/cases/${caseId}/incident`, { deathOn: null }));
    for (const each of [id, alone]) expect((await deadlineOf(of, each)).dueOn).toBe(addYears("2025-06-01", 101));
    readBody(await api.change("PATCH", `/cases/${caseId}/incident`, { deathOn: "2025-05-01" }));
    expect((await deadlineOf(of, id)).dueOn).toBe(addYears("2025-05-01", 101));
    expect((await deadlineOf(of, alone)).dueOn).toBe(addYears("2025-06-01", 101));
  });

  test("400 for a day that is not recorded or is another; 404 for a record of another case or organization", async () => {
    const other = await createTenant(server.services.database);
    const foreign = await createCourtAction(other);
    const elsewhere = await createCourtAction(tenant);
    const { caseId, courtActionId } = await createCourtAction(tenant, { status: "not_filed", filedOn: null });
    const { incidentId } = await createIncident(tenant);
    const post = async (trigger: object) => {
      const { body } = await api.change("POST", `/cases/${caseId}/deadlines`, countFrom(trigger));
      return [body["code"], body["error"]];
    };
    expect(await post({ source: "filed", recordId: courtActionId })).toEqual([
      "VALIDATION_FAILED",
      "trigger.source: filedOn of the court action is not recorded",
    ]);
    for (const recordId of [foreign.courtActionId, elsewhere.courtActionId, "cta_unknown", undefined])
      expect(await post({ source: "filed", recordId })).toEqual(["NOT_FOUND", "Court action not found"]);
    expect(await post({ source: "discovery", recordId: incidentId })).toEqual(["NOT_FOUND", "Incident not found"]);
    await fileOn(caseId, courtActionId, "2026-02-01");
    expect(await post({ source: "filed", recordId: courtActionId, on: "2026-02-02" })).toEqual([
      "VALIDATION_FAILED",
      "trigger.on: must be filedOn of the court action",
    ]);
  });

  test("a court action from which an open deadline is counted is not deleted", async () => {
    const { caseId, courtActionId } = await createCourtAction(tenant);
    const id = await addDeadline({ api, caseId }, { source: "filed", recordId: courtActionId });
    const path = `/cases/${caseId}/court-actions/${courtActionId}`;
    const kept = await api.change("DELETE", path);
    expect([kept.status, kept.headers["x-error-reason"]]).toEqual([409, "record_in_use"]);
    const ended = { toStatus: "cancelled", reason: "Entered by mistake" };
    readBody(await api.change("POST", `/deadlines/${id}/transitions`, ended));
    expect((await api.change("DELETE", path)).status).toBe(200);
  });

  test("more than 200 deadlines are too many for one transaction, and nothing changes", async () => {
    const { caseId, courtActionId } = await createCourtAction(tenant, { filedOn: "2026-02-16" });
    const { organizationId } = tenant;
    const counted = { triggerSource: "filed", triggerRecordId: courtActionId, triggerOn: "2026-02-16" };
    const given = { dueOn: "2126-02-16", setBy: { type: "system", id: "system", name: "Caseport" } };
    await insertFor(tenant, {
      Deadline: Array.from({ length: 201 }, () => buildDeadline({ organizationId, caseId, ...given, ...counted })),
    });
    const path = `/cases/${caseId}/court-actions/${courtActionId}`;
    const reply = await api.change("PATCH", path, { filedOn: "2026-02-10" });
    expect([reply.status, reply.headers["x-error-reason"]]).toEqual([409, "limit_reached"]);
    expect((await api.get(path)).body["courtAction"]).toMatchObject({ filedOn: "2026-02-16", revision: 1 });
  });
});

describe("a crash", () => {
  let proxy: PostgresProxy;
  let server: RunningServer;
  let direct: Database;

  beforeAll(async () => {
    const applicationUrl = await ensureApplicationRole(await cloneDatabase());
    proxy = await startPostgresProxy(applicationUrl);
    // A worker's messages would be counted among the request's.
    server = await startServerOn(proxy.url, { databasePoolSize: 2, worker: "none" });
    direct = openDatabase(applicationUrl, { poolSize: 2, hooks });
  });
  afterAll(async () => {
    await server.close(1_000);
    await proxy.close();
    await direct.close();
  });

  test("acceptance 2: at whatever message the server dies, either filedOn and the deadline have moved, or neither", async () => {
    const tenant = await createTenant(direct);
    const api = openApi({ baseUrl: server.addresses[0] ?? "" }, tenant.secret);
    const { caseId, courtActionId } = await createCourtAction(tenant, { filedOn: "2026-02-16" });
    const of = { api, caseId };
    const id = await addDeadline(of, { source: "filed", recordId: courtActionId });
    const path = `/cases/${caseId}/court-actions/${courtActionId}`;
    const readDays = async () => {
      const { filedOn } = (await api.get(path)).body["courtAction"] as { filedOn: string };
      return { filedOn, dueOn: (await deadlineOf(of, id)).dueOn };
    };
    let isOver = false;
    let cuts = 0;
    for (let message = 1; !isOver; message += 1) {
      const before = await readDays();
      const next = addDays(before.filedOn, -1);
      for (;;) {
        proxy.cutAt(message, message % 2 === 0 ? "request lost" : "response lost", "responded");
        const reply = await api.change("PATCH", path, { filedOn: next });
        const { made } = proxy.disarm();
        // PostgreSQL has not yet noticed that the previous connection is gone, and holds its locks.
        if (!made && reply.status === 503) {
          await delay(10);
          continue;
        }
        isOver = !made;
        cuts += made ? 1 : 0;
        break;
      }
      const after = await readDays();
      expect([before.filedOn, next], `message ${message}`).toContain(after.filedOn);
      expect(after.dueOn, `message ${message}`).toBe(addYears(after.filedOn, 101));
    }
    // Key, BEGIN, locks, both rows, events and COMMIT.
    expect(cuts).toBeGreaterThan(10);
  });
});
