import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createManagedTenant, createMember, readTraces, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { createTeam } from "../team/teams/fixtures.ts";
import { codeOf, faultsOf, findStandard, putBelow, read, update, type Saved } from "./fixtures.saved.ts";
import { createReport } from "./fixtures.ts";
import type { EntityCatalog, ReportOrganization } from "./schema.portal.ts";

let server: TestServer;
let tenant: TestTenant;
/** Holds every permission. */
let manager: SignedInMember;
/** Sees reports over cases, clients, documents and treatment; manages none. */
let paralegal: SignedInMember;
let other: { tenant: TestTenant; manager: SignedInMember };

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
  paralegal = await signInMember(server, tenant, { role: "paralegal" });
  other = await createManagedTenant(server);
});
afterAll(() => server.close(1000));

describe("copy", () => {
  test("creates a private report of the member's own from a standard or shared one", async () => {
    const standard = await findStandard(paralegal);
    const copied: Saved = await paralegal.portal.mutate("reports.copy", { reportId: standard.id });
    const original = (await read(paralegal, standard.id)).data.report;
    expect(copied.data.report).toMatchObject({
      name: `Copy of ${standard.name}`,
      visibility: "private",
      isStandard: false,
      ownerMemberId: paralegal.memberId,
      apiVisible: false,
      definition: original.definition,
      entity: original.entity,
      revision: 1,
    });
    const named: Saved = await paralegal.portal.mutate("reports.copy", {
      reportId: await createReport(tenant, { name: "n".repeat(200) }),
    });
    expect(named.data.report.name).toBe("n".repeat(200));
  });

  test("requires a visible report and the permissions of its data", async () => {
    const hidden = await createReport(tenant, { visibility: "private", apiVisible: false });
    expect(codeOf(await manager.portal.mutate("reports.copy", { reportId: hidden }))).toBe("NOT_FOUND");
    expect(codeOf(await manager.portal.mutate("reports.copy", { reportId: await createReport(other.tenant) }))).toBe(
      "NOT_FOUND",
    );
    const blind = await signInMember(server, tenant, { role: "assistant", permissions: ["reports:view"] });
    expect(codeOf(await blind.portal.mutate("reports.copy", { reportId: await createReport(tenant) }))).toBe(
      "FORBIDDEN",
    );
  });
});

describe("setApiVisible", () => {
  const set = (by: SignedInMember, reportId: string, apiVisible: boolean): Promise<Saved> =>
    by.portal.mutate("reports.setApiVisible", { reportId, apiVisible });

  test("of an own report changes the report; of a standard report it changes only this organization's setting", async () => {
    const id = await createReport(tenant);
    // An earlier setting does not win.
    await tenant.inside((transaction) =>
      transaction
        .insertInto("ReportSetting")
        .values({ organizationId: tenant.organizationId, reportId: id, apiVisible: true })
        .execute(),
    );
    expect((await set(manager, id, false)).data.report).toMatchObject({ apiVisible: false, revision: 2 });
    expect((await set(manager, id, false)).data.report).toMatchObject({ apiVisible: false, revision: 2 });
    expect((await set(manager, id, true)).data.report).toMatchObject({ apiVisible: true, revision: 3 });
    const { events, audited } = await readTraces(tenant, id);
    expect(events.map(({ diff }) => diff)).toEqual([
      { apiVisible: { from: true, to: false } },
      { apiVisible: { from: false, to: true } },
    ]);
    expect(audited).toHaveLength(3);
    const { id: standard } = await findStandard(manager);
    expect((await set(manager, standard, false)).data.report).toMatchObject({ apiVisible: false, revision: 1 });
    expect((await read(other.manager, standard)).data.report.apiVisible).toBe(true);
    expect((await set(manager, standard, true)).data.report.apiVisible).toBe(true);
  });

  test("requires reports:manage and a report that every member can see", async () => {
    expect(codeOf(await set(paralegal, await createReport(tenant), false))).toBe("FORBIDDEN");
    const own = await createReport(tenant, {
      visibility: "private",
      apiVisible: false,
      ownerMemberId: manager.memberId,
    });
    expect(faultsOf(await set(manager, own, true))).toEqual(["apiVisible"]);
    expect(codeOf(await set(manager, await createReport(other.tenant), true))).toBe("NOT_FOUND");
  });
});

describe("a report shared with a team", () => {
  const listedFor = async (by: SignedInMember) =>
    (await by.portal.query<{ reports: { id: string }[] }>("reports.list", { limit: 200 })).data.reports.map(
      ({ id }) => id,
    );
  const run = async (by: SignedInMember, reportId: string) =>
    codeOf(await by.portal.query("reports.run", { reportId }));

  test("is visible to those who are members of the team at that moment, and to no key", async () => {
    const [teamId, empty] = [await createTeam(tenant, [paralegal.memberId]), await createTeam(tenant)];
    const id = await createReport(tenant, {
      visibility: "team",
      apiVisible: false,
      sharedWithTeamIds: [empty, teamId],
    });
    expect([
      codeOf(await read(paralegal, id)),
      await run(paralegal, id),
      (await listedFor(paralegal)).includes(id),
    ]).toEqual(["done", "done", true]);
    expect([codeOf(await read(manager, id)), await run(manager, id), (await listedFor(manager)).includes(id)]).toEqual([
      "NOT_FOUND",
      "NOT_FOUND",
      false,
    ]);
    expect((await openApi(server, tenant.secret).get(`/reports/${id}`)).status).toBe(404);
    await manager.portal.mutate("teams.members.set", { teamId, members: [{ memberId: manager.memberId }] });
    expect([codeOf(await read(paralegal, id)), codeOf(await read(manager, id))]).toEqual(["NOT_FOUND", "done"]);
  });

  test("is no longer shared with a team that is deleted", async () => {
    const [teamId, stays] = [await createTeam(tenant, [paralegal.memberId]), await createTeam(tenant)];
    const id = await createReport(tenant, {
      visibility: "team",
      apiVisible: false,
      ownerMemberId: manager.memberId,
      sharedWithTeamIds: [teamId, stays],
    });
    expect(codeOf(await manager.portal.mutate("teams.delete", { teamId }))).toBe("done");
    expect((await read(manager, id)).data.report).toMatchObject({
      visibility: "team",
      sharedWithTeamIds: [stays],
      revision: 2,
    });
    expect(codeOf(await read(paralegal, id))).toBe("NOT_FOUND");
    const { events, audited } = await readTraces(tenant, id);
    expect([events, audited.length]).toEqual([[], 1]);
  });
});

describe("below a headquarters", () => {
  test("a shared report can be viewed, copied and hidden from the organization's keys, but not changed", async () => {
    const top = await createManagedTenant(server);
    const below = await createManagedTenant(server);
    await putBelow(below.tenant, top.tenant);
    const id = await createReport(top.tenant, { visibility: "shared_children" });
    expect((await read(below.manager, id)).data.report).toMatchObject({
      organization: { id: top.tenant.organizationId },
      ownerMemberId: null,
      apiVisible: true,
    });
    expect(codeOf(await update(below.manager, id, { name: "Mine" }))).toBe("FORBIDDEN");
    expect(codeOf(await below.manager.portal.mutate("reports.delete", { reportId: id, expectedRevision: 1 }))).toBe(
      "FORBIDDEN",
    );
    const hidden: Saved = await below.manager.portal.mutate("reports.setApiVisible", {
      reportId: id,
      apiVisible: false,
    });
    expect(hidden.data.report.apiVisible).toBe(false);
    expect((await read(top.manager, id)).data.report).toMatchObject({ apiVisible: true, revision: 1 });
    const copied: Saved = await below.manager.portal.mutate("reports.copy", { reportId: id });
    expect(copied.data.report).toMatchObject({
      organization: null,
      visibility: "private",
      ownerMemberId: below.manager.memberId,
    });
  });

  test("the offered organizations are those the member can run reports over", async () => {
    const top = await createManagedTenant(server);
    const below = await createManagedTenant(server);
    await putBelow(below.tenant, top.tenant);
    const offered = async (by: SignedInMember) =>
      (await by.portal.query<{ organizations: ReportOrganization[] }>("reports.organizations")).data.organizations;
    const own = { id: top.tenant.organizationId, name: "Test Firm", isOwn: true };
    expect(await offered(top.manager)).toEqual([
      own,
      { id: below.tenant.organizationId, name: "Test Firm", isOwn: false },
    ]);
    expect(await offered(await signInMember(server, top.tenant, { role: "paralegal" }))).toEqual([own]);
    expect(await offered(below.manager)).toEqual([{ id: below.tenant.organizationId, name: "Test Firm", isOwn: true }]);
  });
});

describe("queries of the report builder", () => {
  test("return entities with their fields, custom fields included, and whether the member can read them", async () => {
    const values = {
      organizationId: tenant.organizationId,
      id: "cfd_test_builder",
      entity: "case",
      key: "claimNumber",
      label: "Claim",
      type: "text",
    };
    await tenant.inside((transaction) => transaction.insertInto("CustomFieldDefinition").values(values).execute());
    const { entities } = (await paralegal.portal.query<{ entities: EntityCatalog[] }>("reports.entities")).data;
    const entity = (name: string) => entities.find((apiRouter) => apiRouter.entity === name);
    expect(entities).toHaveLength(29);
    expect(
      [entity("cases"), entity("invoices"), entity("medical_bills")].map((found) => [
        found?.permissions,
        found?.isAllowed,
      ]),
    ).toEqual([
      [["cases:view"], true],
      [["billing:view"], false],
      [["medical:view"], true],
    ]);
    const field = (name: string) => entity("cases")?.fields.find((found) => found.name === name);
    expect(field("clientName")).toMatchObject({ permission: "clients:view", isAllowed: true, type: "text" });
    expect(field("matterStage")?.options).toContainEqual({ value: "intake", label: expect.any(String) });
    expect(field("custom.claimNumber")).toMatchObject({ label: "Claim", permission: null, isAllowed: true });
    const theirs = (await other.manager.portal.query<{ entities: EntityCatalog[] }>("reports.entities")).data.entities;
    expect(JSON.stringify(theirs)).not.toContain("claimNumber");
  });

  test("return active colleagues by name, and nothing else of them", async () => {
    const own = await createManagedTenant(server);
    await createMember(own.tenant, { status: "deactivated" });
    const { members } = (await own.manager.portal.query<{ members: object[] }>("reports.members")).data;
    expect(members).toEqual([
      { id: own.tenant.attorneyId, name: "Ada Counsel" },
      { id: own.manager.memberId, name: "Margaret Okafor" },
    ]);
  });

  test.each(["reports.entities", "reports.organizations", "reports.members", "reports.schedules.list"])(
    "%s requires reports:view",
    async (procedure) => {
      const nobody = await signInMember(server, tenant, { role: "assistant" }, { hasSecondFactor: false });
      expect(codeOf(await nobody.portal.query(procedure))).toBe("FORBIDDEN");
    },
  );
});
