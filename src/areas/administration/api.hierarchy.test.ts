import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { changeRow, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { countTraces, expectEventsRecorded, readAuditEntries, readEvents } from "../../testing/harness/traces.ts";
import { createReport } from "../reports/fixtures.ts";
import { createScheduleRow, farAhead, newSchedule } from "../reports/fixtures.saved.ts";
import type { ReportSchedule } from "../reports/schema.ts";
import { signInAdministrator, type Administrator } from "../scope-requests/fixtures.ts";
import { createManagedTenant } from "../team/fixtures.ts";

let server: TestServer;
let owner: Client;
let administrator: Administrator;
/** Organizations whose listeners this process called, with every commit that recorded events. */
const notified: string[] = [];

beforeAll(async () => {
  server = await startOwnServer({ worker: "none" });
  server.services.database.onEvents((organizationId) => notified.push(organizationId));
  owner = await server.connectOwner();
  administrator = await signInAdministrator(server);
});
afterAll(() => server.close(1000));

const note = "They have merged.";
const update = ({ organizationId }: TestTenant, changes: object) =>
  administrator.portal.mutate("administration.updateOrganization", { organizationId, note, ...changes });
const place = (child: TestTenant, parent: TestTenant | null) =>
  update(child, { parentOrganizationId: parent === null ? null : parent.organizationId });
const nora = { firstName: "Nora", lastName: "Vale", email: "Nora@Vale.example" };
const create = (values: object) =>
  administrator.portal.mutate<{ organizationId: string; slug: string }>("administration.createOrganization", {
    name: "Ash & Vale, LLP",
    owner: nora,
    note,
    ...values,
  });

/** A firm of a name, with a member who manages members. */
async function createFirm(name: string): Promise<TestTenant> {
  const { tenant } = await createManagedTenant(server);
  await changeRow(tenant, "Organization", tenant.organizationId, { name });
  return tenant;
}

async function readTraces(tenant: TestTenant) {
  const events = await readEvents(tenant);
  expectEventsRecorded(events);
  const notices = await tenant.inside((transaction) =>
    transaction.selectFrom("Notification").select(["kind", "parameters"]).orderBy("id").execute(),
  );
  return {
    events: events.map(({ eventType, diff }) => ({ eventType, diff })),
    audited: (await readAuditEntries(tenant)).map(({ action, changes }) => ({ action, changes })),
    notices: notices.map(({ parameters }) => parameters),
  };
}

const readRow = (organizationId: string) =>
  server.services.database.withTenantTransaction(organizationId, (transaction) =>
    transaction.selectFrom("Organization").selectAll().where("id", "=", organizationId).executeTakeFirstOrThrow(),
  );

async function expectRejected(
  tenants: TestTenant[],
  call: () => ReturnType<typeof update>,
  code: string,
  message: string,
) {
  const before = await Promise.all(tenants.map(countTraces));
  const { error } = await call();
  expect([error?.data.code, error?.message]).toEqual([code, expect.stringContaining(message)]);
  expect(await Promise.all(tenants.map(countTraces))).toEqual(before);
}

describe("a new organization", () => {
  test("has a slug derived from its name, a time zone, and an owner invited by email", async () => {
    const { data } = await create({ timezone: "America/Denver", isHeadquarters: true });
    expect(data.slug).toBe("ash-vale-llp");
    expect(await readRow(data.organizationId)).toMatchObject({
      name: "Ash & Vale, LLP",
      legalName: "Ash & Vale, LLP",
      timezone: "America/Denver",
      isHeadquarters: true,
      parentOrganizationId: null,
    });
    const { members, events } = await server.services.database.withTenantTransaction(
      data.organizationId,
      async (transaction) => ({
        members: await transaction.selectFrom("Member").select(["email", "role", "status"]).execute(),
        events: await transaction.selectFrom("Event").select(["eventType", "payload"]).orderBy("number").execute(),
      }),
    );
    expect(members).toEqual([{ email: "nora@vale.example", role: "owner", status: "invited" }]);
    expect(events).toMatchObject([
      { eventType: "organization.created", payload: { timezone: "America/Denver", note } },
      { eventType: "member.invited" },
    ]);
    const mails = await owner.query<{ path: string }>(
      `SELECT data->>'path' AS path FROM pgboss.job WHERE name = 'mail' AND data->>'to' = 'nora@vale.example'`,
    );
    expect(mails.rows).toEqual([{ path: expect.stringContaining("/reset-password?token=") }]);
  });

  test("below a parent is recorded in the parent's feed, audit log and notifications", async () => {
    const parent = await createFirm("Head");
    const { data } = await create({ name: "Denver office", parentOrganizationId: parent.organizationId });
    const { events, audited, notices } = await readTraces(parent);
    const diff = {
      child: { from: null, to: { id: data.organizationId, name: "Denver office" } },
      note: { from: null, to: note },
    };
    expect(events).toEqual([{ eventType: "organization.child_added", diff }]);
    expect(audited).toEqual([{ action: "administration.addChild", changes: diff }]);
    expect(notices).toEqual([
      { organizationName: "Denver office", previousParentName: null, parentName: "Head", movedBy: "Ruth Adler" },
    ]);
  });

  test("with a slug already in use is rejected at the slug field and creates nothing", async () => {
    const parent = await createFirm("Head");
    expect((await create({ slug: "taken" })).status).toBe(200);
    const before = await owner.query(`SELECT count(*) FROM "User"`);
    const values = {
      slug: "taken",
      parentOrganizationId: parent.organizationId,
      owner: { ...nora, email: "otto@vale.example" },
    };
    const { error } = await create(values);
    expect(error?.data).toMatchObject({
      code: "DUPLICATE_ENTRY",
      faults: [{ path: "slug", message: "belongs to another organization" }],
    });
    expect((await owner.query(`SELECT count(*) FROM "User"`)).rows).toEqual(before.rows);
    expect(await countTraces(parent)).toEqual({ events: 0, entries: 0 });
  });

  test.each<[object, string, string]>([
    [{ slug: "No Slug" }, "VALIDATION_FAILED", "slug: must be lower-case letters"],
    [{ name: "律师" }, "VALIDATION_FAILED", "slug: required"],
    [{ timezone: "EST5" }, "VALIDATION_FAILED", "timezone: must be an IANA time zone such as America/Chicago"],
    [{ parentOrganizationId: "org_unknown" }, "NOT_FOUND", "Organization not found"],
  ])("with %o is rejected", (values, code, message) => expectRejected([], () => create(values), code, message));
});

describe("a parent", () => {
  test("is set, changed and cleared, with events, audit entries and notifications in every affected organization", async () => {
    const [child, first, second] = [await createFirm("Office"), await createFirm("First"), await createFirm("Second")];
    notified.length = 0;
    for (const parent of [first, second, null]) expect((await place(child, parent)).status).toBe(200);
    expect(
      [child, first, second].map(({ organizationId }) => notified.filter((each) => each === organizationId).length),
    ).toEqual([3, 2, 2]);

    const office = { id: child.organizationId, name: "Office" };
    const moved = (from: TestTenant | null, to: TestTenant | null) => ({
      parentOrganizationId: { from: from?.organizationId ?? null, to: to?.organizationId ?? null },
      note: { from: null, to: note },
    });
    const own = [moved(null, first), moved(first, second), moved(second, null)];
    const notice = { organizationName: "Office", movedBy: "Ruth Adler" };
    const traces = await readTraces(child);
    expect(traces.events).toEqual(own.map((diff) => ({ eventType: "organization.updated", diff })));
    expect(traces.audited).toEqual(own.map((changes) => ({ action: "administration.updateOrganization", changes })));
    expect(traces.notices).toEqual([
      { ...notice, previousParentName: null, parentName: "First" },
      { ...notice, previousParentName: "First", parentName: "Second" },
      { ...notice, previousParentName: "Second", parentName: null },
    ]);

    // Each parent sees its own side, and not the other parent's name.
    for (const [parent, name] of [
      [first, "First"],
      [second, "Second"],
    ] as const) {
      const side = await readTraces(parent);
      const changes = [
        { from: null, to: office },
        { from: office, to: null },
      ].map((of) => ({ child: of, note: { from: null, to: note } }));
      expect(side.events).toEqual([
        { eventType: "organization.child_added", diff: changes[0] },
        { eventType: "organization.child_removed", diff: changes[1] },
      ]);
      expect(side.audited).toEqual([
        { action: "administration.addChild", changes: changes[0] },
        { action: "administration.removeChild", changes: changes[1] },
      ]);
      expect(side.notices).toEqual([
        { ...notice, previousParentName: null, parentName: name },
        { ...notice, previousParentName: name, parentName: null },
      ]);
    }
  });

  test("that equals the current one is rejected and changes nothing", async () => {
    const [child, parent] = [await createFirm("Office"), await createFirm("Head")];
    await expectRejected(
      [child],
      () => place(child, null),
      "VALIDATION_FAILED",
      "parentOrganizationId: must change the organization",
    );
    await place(child, parent);
    await expectRejected(
      [child, parent],
      () => place(child, parent),
      "VALIDATION_FAILED",
      "parentOrganizationId: must change the organization",
    );
  });

  test("cannot be the organization itself, a descendant, or an unknown organization", async () => {
    const [top, middle, bottom] = [await createFirm("Top"), await createFirm("Middle"), await createFirm("Bottom")];
    await place(middle, top);
    await place(bottom, middle);
    const firms = [top, middle, bottom];
    for (const parent of firms)
      await expectRejected(firms, () => place(top, parent), "INVALID_STATE_TRANSITION", "cannot be below itself");
    await expectRejected(
      firms,
      () => update(top, { parentOrganizationId: "org_unknown" }),
      "NOT_FOUND",
      "Organization not found",
    );
    await expectRejected(
      [],
      () =>
        administrator.portal.mutate("administration.updateOrganization", {
          organizationId: "org_unknown",
          parentOrganizationId: null,
          note,
        }),
      "NOT_FOUND",
      "Organization not found",
    );
  });

  test("acceptance 15: set by two administrators concurrently never forms a cycle: one succeeds", async () => {
    const [left, right] = [await createFirm("Left"), await createFirm("Right")];
    await owner.query("BEGIN");
    await owner.query("SELECT pg_advisory_xact_lock(hashtextextended('organization hierarchy', 0))");
    const watcher = await server.connectOwner();
    try {
      const moves = [place(left, right), place(right, left)];
      await waitForLock(watcher, 2);
      await owner.query("COMMIT");
      expect((await Promise.all(moves)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    } finally {
      await watcher.end();
    }
    const parents = [await readRow(left.organizationId), await readRow(right.organizationId)].map(
      ({ parentOrganizationId }) => parentOrganizationId,
    );
    expect(parents.filter((parent) => parent !== null)).toHaveLength(1);
  });

  test("that is a headquarters can report over the organization and its descendants", async () => {
    const [headquarters, region, office] = [
      await createFirm("Head"),
      await createFirm("Region"),
      await createFirm("Office"),
    ];
    const list = async () =>
      readBody<{ organizations: { name: string; depth: number }[] }>(
        await openApi(server, headquarters.secret).get("/organization/children"),
      ).organizations.map(({ name, depth }) => [depth, name]);
    await place(office, region);
    await place(region, headquarters);
    expect(await list()).toEqual([]);
    expect((await update(headquarters, { isHeadquarters: true })).status).toBe(200);
    expect(await list()).toEqual([
      [1, "Region"],
      [2, "Office"],
    ]);
    await place(region, null);
    expect(await list()).toEqual([]);
  });
});

describe("the time zone", () => {
  const clockAt = (timeZone: string, instant: string) =>
    new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit", hourCycle: "h23" }).format(
      new Date(instant),
    );

  test("is shown in the list and recorded as an event and an audit entry", async () => {
    const firm = await createFirm("Firm");
    expect((await update(firm, { timezone: "America/Argentina/Buenos_Aires" })).status).toBe(200);
    const { data } = await administrator.portal.query<{ organizations: { id: string; timezone: string }[] }>(
      "administration.listOrganizations",
      { limit: 200 },
    );
    expect(data.organizations.find(({ id }) => id === firm.organizationId)?.timezone).toBe(
      "America/Argentina/Buenos_Aires",
    );
    const changes = {
      timezone: { from: "America/New_York", to: "America/Argentina/Buenos_Aires" },
      note: { from: null, to: note },
    };
    expect(await readTraces(firm)).toEqual({
      events: [{ eventType: "organization.updated", diff: changes }],
      audited: [{ action: "administration.updateOrganization", changes }],
      notices: [],
    });
    await expectRejected(
      [firm],
      () => update(firm, { timezone: "America/Argentina/Buenos_Aires" }),
      "VALIDATION_FAILED",
      "timezone: must change the organization",
    );
  });

  test.each(["Mars/Phobos", "EST5", "+05:00", "posix/America/Chicago", "", "America/Chicago "])(
    "cannot be %j",
    async (timezone) => {
      const firm = await createFirm("Firm");
      await expectRejected([firm], () => update(firm, { timezone }), "VALIDATION_FAILED", "timezone: must be");
    },
  );

  test("reschedules future report runs at the same local time and keeps runs already due", async () => {
    const firm = await createFirm("Firm");
    const reportId = await createReport(firm);
    const ahead = await createScheduleRow(firm, reportId, { hour: 6, nextRunAt: farAhead });
    const paused = await createScheduleRow(firm, reportId, {
      hour: 6,
      nextRunAt: farAhead,
      pausedAt: "2026-01-01T00:00:00.000Z",
      pauseReason: "by_hand",
    });
    const due = await createScheduleRow(firm, reportId, { hour: 6, nextRunAt: "2026-01-01T11:00:00.000Z" });
    expect((await update(firm, { timezone: "Pacific/Auckland" })).status).toBe(200);
    const rows = await firm.inside((transaction) =>
      transaction.selectFrom("ReportSchedule").select(["id", "nextRunAt", "revision"]).execute(),
    );
    const runs = new Map(rows.map(({ id, nextRunAt }) => [id, nextRunAt]));
    for (const id of [ahead, paused]) {
      expect(clockAt("Pacific/Auckland", runs.get(id) ?? "")).toBe("06:00");
      expect(Date.parse(runs.get(id) ?? "")).toBeGreaterThan(Date.now());
    }
    expect(runs.get(due)).toBe("2026-01-01T11:00:00.000Z");
    expect(rows.map(({ revision }) => revision)).toEqual([1, 1, 1]);
  });

  test("changed while a report schedule is created applies to that schedule", async () => {
    const { tenant, manager } = await createManagedTenant(server);
    const reportId = await createReport(tenant);
    await owner.query("BEGIN");
    await owner.query(`UPDATE "Organization" SET timezone = 'Pacific/Auckland' WHERE id = $1`, [tenant.organizationId]);
    const watcher = await server.connectOwner();
    try {
      const created = manager.portal.mutate<{ schedule: ReportSchedule }>(
        "reports.schedules.create",
        newSchedule(reportId, [manager.memberId]),
      );
      await waitForLock(watcher);
      await owner.query("COMMIT");
      expect(clockAt("Pacific/Auckland", (await created).data.schedule.nextRunAt)).toBe("07:00");
    } finally {
      await watcher.end();
    }
  });
});
