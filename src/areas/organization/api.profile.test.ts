import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHierarchy, placeTenant, type Hierarchy } from "../../testing/harness/hierarchy.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import { createReport } from "../reports/fixtures.ts";
import { createScheduleRow } from "../reports/fixtures.saved.ts";
import { readTraces, signInMember, type SignedInMember } from "../team/fixtures.ts";
import type { Organization } from "./schema.ts";

let server: TestServer;
let hierarchy: Hierarchy;
/** Of the office, two levels below the headquarters. */
let admin: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  hierarchy = await createHierarchy(server.services.database);
  admin = await signInMember(server, hierarchy.office, { role: "admin" });
});
afterAll(() => server.close(1_000));

interface Shown {
  organization: Organization;
}

const read = async ({ portal }: SignedInMember) => (await portal.query<Shown>("organization.get")).data.organization;
const update = (changes: object, { portal } = admin) => portal.mutate<Shown>("organization.update", changes);
const listHeadquarters = async ({ portal }: SignedInMember) =>
  (await portal.query<{ headquarters: { id: string; name: string }[] }>("organization.listHeadquarters")).data
    .headquarters;
const traces = (tenant: TestTenant) => readTraces(tenant, tenant.organizationId);

async function expectRejected(changes: object, code: string, message: string, member = admin) {
  const { office } = hierarchy;
  const [before, counted] = [await read(admin), await countTraces(office)];
  const { error } = await update(changes, member);
  expect([error?.data.code, error?.message]).toEqual([code, expect.stringContaining(message)]);
  expect([await read(admin), await countTraces(office)]).toEqual([before, counted]);
}

test("every member reads the settings; the parent and the headquarters above are named, the region between is not a headquarters", async () => {
  const { headquarters, east, office } = hierarchy;
  const reader = await signInMember(server, office, { role: "assistant" });
  expect(await read(reader)).toMatchObject({
    id: office.organizationId,
    name: "office",
    timezone: "America/New_York",
    isHeadquarters: false,
    reportsToHeadquarters: true,
    workdayStartsAt: "09:00",
    workdayEndsAt: "17:00",
    keysVisibleTo: [],
    address: null,
    revision: 1,
    parentOrganization: { id: east.organizationId, name: "east" },
  });
  expect(await listHeadquarters(reader)).toEqual([{ id: headquarters.organizationId, name: "headquarters" }]);
});

describe("a change", () => {
  test("acceptance 13: of name and time zone is recorded once with both, and moves the next runs of scheduled reports", async () => {
    const { west } = hierarchy;
    const member = await signInMember(server, west, { role: "owner" });
    const schedule = await createScheduleRow(west, await createReport(west));
    const nextRun = () =>
      west.inside((transaction) =>
        transaction
          .selectFrom("ReportSchedule")
          .select("nextRunAt")
          .where("id", "=", schedule)
          .executeTakeFirstOrThrow(),
      );
    const { nextRunAt } = await nextRun();
    const { moved } = (await member.portal.query("organization.previewTimezone", { timezone: "America/Boise" }))
      .data as { moved: { kind: string; count: number; next: { before: string; after: string } }[] };
    const [schedules] = moved;
    expect(schedules).toMatchObject({ kind: "reportSchedules", count: 1, next: { before: nextRunAt } });
    expect((await nextRun()).nextRunAt).toBe(nextRunAt);
    expect((await update({ name: "West & Co.", timezone: "America/Boise" }, member)).data.organization).toMatchObject({
      name: "West & Co.",
      timezone: "America/Boise",
      revision: 2,
    });
    const diff = {
      name: { from: "west", to: "West & Co." },
      timezone: { from: "America/New_York", to: "America/Boise" },
    };
    const { events, audited } = await traces(west);
    expect(events).toMatchObject([
      {
        eventType: "organization.updated",
        diff,
        payload: { name: "West & Co.", note: null },
        actor: { id: member.memberId },
      },
    ]);
    expect(audited).toMatchObject([{ action: "organization.update", actorId: member.memberId, changes: diff }]);
    expect((await nextRun()).nextRunAt).toBe(schedules?.next.after);
    expect(
      (await member.portal.query("organization.previewTimezone", { timezone: "America/Denver" })).data["moved"],
    ).toContainEqual({ kind: "reportSchedules", count: 0, next: null });
  });

  test("of who sees the keys names headquarters above, and is recorded with them", async () => {
    const { headquarters, office } = hierarchy;
    const { organizationId: id } = headquarters;
    expect((await update({ keysVisibleTo: [id] })).data.organization.keysVisibleTo).toEqual([id]);
    const { events, audited } = await traces(office);
    expect(audited.at(-1)).toMatchObject({ changes: { keysVisibleTo: { from: [], to: [id] } } });
    expect(events.at(-1)).toMatchObject({ payload: { keysVisibleTo: [id] } });
  });

  test("acceptance 13: is rejected without effect where it is wrong", async () => {
    const { stranger, east } = hierarchy;
    for (const { organizationId } of [stranger, east])
      await expectRejected(
        { keysVisibleTo: [organizationId] },
        "VALIDATION_FAILED",
        "keysVisibleTo[0]: must be a headquarters above",
      );
    await expectRejected({ timezone: "EST5" }, "VALIDATION_FAILED", "timezone: must be an IANA time zone");
    await expectRejected({ timezone: "Mars/Phobos" }, "VALIDATION_FAILED", "timezone: must be an IANA time zone");
    await expectRejected(
      { workdayEndsAt: "08:00" },
      "VALIDATION_FAILED",
      "workdayEndsAt: must be after workdayStartsAt",
    );
    await expectRejected(
      { practiceAreas: ["Motor", "motor"] },
      "VALIDATION_FAILED",
      "practiceAreas: must not contain a practice area twice",
    );
    await expectRejected(
      { website: "http://firm.example" },
      "VALIDATION_FAILED",
      "website: must be an address such as https://",
    );
    await expectRejected({ memberEmailDomains: ["Firm.example"] }, "VALIDATION_FAILED", "must be a host name such as");
    await expectRejected({ isHeadquarters: true }, "VALIDATION_FAILED", "unknown property");
  });

  test("is rejected for members who do not manage the organization", async () => {
    const attorney = await signInMember(server, hierarchy.office, { role: "attorney", isAttorney: true });
    await expectRejected({ name: "Other" }, "FORBIDDEN", "permission", attorney);
  });
});

test("after a move, the new headquarters sees no keys until it is named", async () => {
  const { headquarters, strangersOffice, stranger } = hierarchy;
  const member = await signInMember(server, strangersOffice, { role: "owner" });
  await update({ keysVisibleTo: [stranger.organizationId] }, member);
  await placeTenant(strangersOffice, { parentOrganizationId: headquarters.organizationId });
  expect(await listHeadquarters(member)).toEqual([{ id: headquarters.organizationId, name: "headquarters" }]);
  expect((await read(member)).keysVisibleTo).not.toContain(headquarters.organizationId);
});

describe("a key", () => {
  test("acceptance 1: with org:read reads the organization and does not change it; with org:manage alone it reads none of it", async () => {
    const tenant = await createTenant(server.services.database);
    const reader = openApi(server, (await createKey(tenant, { scopes: ["org:read"] })).secret);
    const manager = openApi(server, (await createKey(tenant, { scopes: ["org:manage"] })).secret);
    expect([
      (await reader.get("/organization")).status,
      (await reader.change("PATCH", "/organization", { phone: "1" })).status,
      (await manager.get("/organization")).status,
    ]).toEqual([200, 403, 403]);
  });

  test("with org:write changes the profile as a whole, and sees of it only what it sent", async () => {
    const tenant = await createTenant(server.services.database);
    const api = openApi(server, (await createKey(tenant, { scopes: ["org:write"] })).secret);
    const profile = {
      name: "Wexford & Tate",
      legalName: "Wexford & Tate LLP",
      workdayStartsAt: "08:00",
      workdayEndsAt: "18:00",
      practiceAreas: ["Motor vehicle"],
      jurisdictions: ["PA", "NJ"],
      phone: "+1 215 555 0100",
      fax: null,
      email: "office@wexford.example",
      website: "https://wexford.example",
      address: { line1: "1 Market Street", line2: null, city: "Philadelphia", state: "PA", zipCode: "19103" },
      defaultFeeBasisPoints: 3_333,
    };
    const { organization } = readBody<Shown>(await api.change("PATCH", "/organization", profile));
    expect(organization).toEqual({ id: tenant.organizationId, revision: 2, updatedAt: expect.any(String), ...profile });
    expect(readBody<Shown>(await openApi(server, tenant.secret).get("/organization")).organization).toMatchObject({
      ...profile,
      revision: 2,
    });
    const { events } = await traces(tenant);
    expect(events.map(({ payload }) => Object.keys(payload as object).includes("memberEmailDomains"))).toEqual([false]);
  });

  test.each(["memberEmailDomains", "keysVisibleTo"])("does not change %s, which members do", async (field) => {
    const tenant = await createTenant(server.services.database);
    const { status, headers } = await openApi(server, tenant.secret).change("PATCH", "/organization", { [field]: [] });
    expect([status, headers["x-error-detail"]]).toEqual([403, field]);
    const owner = await signInMember(server, tenant, { role: "owner" });
    const value = field === "memberEmailDomains" ? ["firm.example"] : [];
    expect((await update({ [field]: value }, owner)).data.organization).toMatchObject({ [field]: value });
  });
});
