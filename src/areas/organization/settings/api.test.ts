import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHierarchy, placeTenant, type Hierarchy } from "../../../testing/harness/hierarchy.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { countTraces } from "../../../testing/harness/traces.ts";
import { createReport } from "../../reports/fixtures.ts";
import { createScheduleRow } from "../../reports/fixtures.saved.ts";
import { readTraces, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import type { OrganizationSettings } from "./schema.ts";

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

const read = async ({ portal }: SignedInMember) => (await portal.query<OrganizationSettings>("organization.get")).data;
const update = (changes: object, { portal } = admin) => portal.mutate<OrganizationSettings>("organization.update", changes);
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
  expect(await read(reader)).toEqual({
    id: office.organizationId, name: "office", slug: expect.any(String), timezone: "America/New_York", isHeadquarters: false, reportsToHeadquarters: true, createdAt: expect.any(String),
    parentOrganization: { id: east.organizationId, name: "east" },
    headquarters: [{ id: headquarters.organizationId, name: "headquarters", seesKeys: false }],
  });
});

describe("a change", () => {
  test("of name and time zone is recorded once with both, and moves the next runs of scheduled reports", async () => {
    const { west } = hierarchy;
    const member = await signInMember(server, west, { role: "owner" });
    const schedule = await createScheduleRow(west, await createReport(west));
    const nextRun = () => west.inside((transaction) => transaction.selectFrom("ReportSchedule").select("nextRunAt").where("id", "=", schedule).executeTakeFirstOrThrow());
    const { nextRunAt } = await nextRun();
    expect((await update({ name: "West & Co.", timezone: "America/Boise" }, member)).data).toMatchObject({ name: "West & Co.", timezone: "America/Boise" });
    const diff = { name: { from: "west", to: "West & Co." }, timezone: { from: "America/New_York", to: "America/Boise" } };
    const { events, audited } = await traces(west);
    expect(events).toMatchObject([{ eventType: "organization.updated", diff, payload: { name: "West & Co.", note: null }, actor: { id: member.memberId } }]);
    expect(audited).toMatchObject([{ action: "organization.update", actorId: member.memberId, changes: diff }]);
    expect((await nextRun()).nextRunAt).not.toBe(nextRunAt);
  });

  test("of who sees the keys names headquarters above, and is recorded with them", async () => {
    const { headquarters, office } = hierarchy;
    const { organizationId: id } = headquarters;
    expect((await update({ keysVisibleTo: [id] })).data.headquarters).toEqual([{ id, name: "headquarters", seesKeys: true }]);
    const { events, audited } = await traces(office);
    expect(audited.at(-1)).toMatchObject({ changes: { keysVisibleTo: { from: [], to: [id] } } });
    expect(events.at(-1)).toMatchObject({ payload: { keysVisibleTo: [id] } });
  });

  test("is rejected without effect where it is wrong", async () => {
    const { stranger, east } = hierarchy;
    for (const { organizationId } of [stranger, east]) await expectRejected({ keysVisibleTo: [organizationId] }, "VALIDATION_FAILED", "keysVisibleTo[0]: must be a headquarters above");
    await expectRejected({ timezone: "EST5" }, "VALIDATION_FAILED", "timezone: must be an IANA time zone");
    await expectRejected({ name: "office" }, "VALIDATION_FAILED", "name: must change the organization");
    await expectRejected({ isHeadquarters: true }, "VALIDATION_FAILED", "unknown property");
  });

  test("is rejected for members who do not manage members", async () => {
    const attorney = await signInMember(server, hierarchy.office, { role: "attorney", isAttorney: true });
    await expectRejected({ name: "Other" }, "FORBIDDEN", "permission", attorney);
  });
});

test("after a move, the new headquarters sees no keys until it is named", async () => {
  const { headquarters, strangersOffice, stranger } = hierarchy;
  const member = await signInMember(server, strangersOffice, { role: "owner" });
  await update({ keysVisibleTo: [stranger.organizationId] }, member);
  await placeTenant(strangersOffice, { parentOrganizationId: headquarters.organizationId });
  expect((await read(member)).headquarters).toEqual([{ id: headquarters.organizationId, name: "headquarters", seesKeys: false }]);
});
