import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeRow, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import {
  createManagedTenant,
  createMember,
  readTraces,
  signInMember,
  type SignedInMember,
} from "../../team/fixtures.ts";
import { createTeam } from "../../team/teams/fixtures.ts";
import {
  clientDefinition,
  codeOf,
  create,
  createScheduleRow,
  faultsOf,
  findStandard,
  read,
  shownCaseDefinition,
  update,
} from "../fixtures.saved.ts";
import { createReport } from "../fixtures.ts";

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

const shared = { visibility: "organization", apiVisible: true };

describe("create", () => {
  test("saves a private report that only its owner sees, with an audit entry and no event", async () => {
    const { report } = (await create(paralegal)).data;
    expect(report).toMatchObject({
      name: "Open cases",
      visibility: "private",
      sharedWith: [],
      apiVisible: false,
      ownerMemberId: paralegal.memberId,
      revision: 1,
      definition: shownCaseDefinition,
      isStandard: false,
      organization: null,
      dataPermissions: ["cases:read"],
      columns: [{ key: "case" }, { key: "stage" }],
      parameters: [{ key: "stage", required: false }],
    });
    expect((await read(paralegal, report.id)).data.report).toEqual(report);
    expect(codeOf(await read(manager, report.id))).toBe("NOT_FOUND");
    const { events, audited } = await readTraces(tenant, report.id);
    expect(events).toEqual([]);
    expect(audited).toMatchObject([{ action: "reports.create", actorId: paralegal.memberId, changes: {} }]);
  });

  test("records an event for a report visible to keys, with the payload of GET", async () => {
    const { report } = (await create(manager, shared)).data;
    const { events } = await readTraces(tenant, report.id);
    expect(events).toMatchObject([
      { eventType: "report.created", diff: {}, actor: { type: "member", id: manager.memberId } },
    ]);
    expect(events[0]?.payload).toEqual(report);
  });

  test.each([{ visibility: "organization" }, { visibility: "shared_children" }, { visibility: "team" }])(
    "for other members requires reports:manage: %j",
    async (values) => {
      expect(codeOf(await create(paralegal, values))).toBe("FORBIDDEN");
      expect(codeOf(await create(manager, values))).toBe("done");
    },
  );

  test("requires reports:view and the permissions of every field's data", async () => {
    const blind = await signInMember(server, tenant, { role: "assistant", permissions: ["cases:view"] });
    expect(codeOf(await create(blind))).toBe("FORBIDDEN");
    const half = await signInMember(server, tenant, { role: "assistant", permissions: ["reports:view", "cases:view"] });
    expect(codeOf(await create(half))).toBe("done");
    const rejected = await create(half, { definition: clientDefinition });
    expect(rejected.error).toMatchObject({
      message: expect.stringContaining("clients:view"),
      data: { code: "FORBIDDEN" },
    });
    const sorted = {
      columns: [{ key: "case", field: "sequenceId" }],
      filters: [{ field: "clientName", operator: "contains", value: "x" }],
    };
    expect(codeOf(await create(half, { definition: sorted }))).toBe("FORBIDDEN");
    expect(
      codeOf(await create(half, { entity: "medical_bills", definition: { columns: [{ key: "id", field: "id" }] } })),
    ).toBe("FORBIDDEN");
  });

  test.each<[string, object, string[]]>([
    ["keys and a private report", { apiVisible: true }, ["apiVisible"]],
    ["keys and a team", { visibility: "team", apiVisible: true }, ["apiVisible"]],
    ["a team of a report for all", { visibility: "organization", sharedWith: ["mem_x"] }, ["sharedWith"]],
    ["members of a private report", { sharedWith: ["mem_x"] }, ["sharedWith"]],
    ["teams of a report for all", { visibility: "organization", sharedWithTeamIds: ["tea_x"] }, ["sharedWithTeamIds"]],
    ["teams that are not there", { visibility: "team", sharedWithTeamIds: ["tea_x"] }, ["sharedWithTeamIds.0"]],
    ["members who are not there", { visibility: "team", sharedWith: ["mem_x"] }, ["sharedWith.0"]],
    [
      "a field that there is not",
      { definition: { columns: [{ key: "a", field: "nothing" }] } },
      ["definition.columns.0.field"],
    ],
    ["no column", { definition: { columns: [] } }, ["definition.columns"]],
    [
      "a custom field that there is not",
      { definition: { columns: [{ key: "a", field: "custom.nothing" }] } },
      ["definition.columns.0.field"],
    ],
    ["a name that turns around", { name: "a\u202eb" }, ["name"]],
    [
      "a heading that turns around",
      { definition: { columns: [{ key: "a", field: "sequenceId", label: "a\u202eb" }] } },
      ["definition.columns.0.label"],
    ],
    [
      "a question that nobody sees",
      { definition: { ...shownCaseDefinition, parameters: [{ key: "stage", label: "\u200b" }] } },
      ["definition.parameters.0.label"],
    ],
    ["a blank name", { name: "  " }, ["name"]],
    ["an unknown visibility", { visibility: "everybody" }, ["visibility"]],
    ["an owner", { ownerMemberId: "mem_x" }, [""]],
  ])("rejects %s at its field", async (_, values, paths) => {
    const rejected = await create(manager, values);
    expect([codeOf(rejected), faultsOf(rejected)]).toEqual(["VALIDATION_FAILED", paths]);
  });

  test("accepts only active members of the organization, each once", async () => {
    const gone = await createMember(tenant, { status: "deactivated" });
    const here = await createMember(tenant);
    const team = (sharedWith: string[]) => create(manager, { visibility: "team", sharedWith });
    expect(faultsOf(await team([here, gone, other.tenant.attorneyId]))).toEqual(["sharedWith.1", "sharedWith.2"]);
    expect(faultsOf(await team([here, here]))).toEqual(["sharedWith"]);
    expect((await team([here, paralegal.memberId])).data.report.sharedWith).toEqual([here, paralegal.memberId]);
  });

  test("accepts only teams of the organization that are not deleted, each once", async () => {
    const [here, gone, theirs] = [
      await createTeam(tenant),
      await createTeam(tenant, [], { deletedAt: new Date().toISOString() }),
      await createTeam(other.tenant),
    ];
    const teams = (sharedWithTeamIds: string[]) => create(manager, { visibility: "team", sharedWithTeamIds });
    expect(faultsOf(await teams([here, gone, theirs]))).toEqual(["sharedWithTeamIds.1", "sharedWithTeamIds.2"]);
    expect(faultsOf(await teams([here, here]))).toEqual(["sharedWithTeamIds"]);
    expect((await teams([here])).data.report).toMatchObject({ sharedWith: [], sharedWithTeamIds: [here] });
  });

  test("enforces the limit of 200 reports for concurrent requests", async () => {
    const full = await createManagedTenant(server);
    await full.tenant.inside(async (transaction) => {
      const values = Array.from({ length: 199 }, (_, place) => ({
        organizationId: full.tenant.organizationId,
        id: `rpt_full_${place}`,
        name: "x",
        category: "pipeline",
        entity: "cases",
        visibility: "organization",
        definition: JSON.stringify(shownCaseDefinition),
        ownerMemberId: full.tenant.attorneyId,
      }));
      await transaction.insertInto("Report").values(values).execute();
    });
    const codes = (await Promise.all([create(full.manager), create(full.manager)])).map(codeOf);
    expect(codes.toSorted()).toEqual(["INVALID_STATE_TRANSITION", "done"]);
    expect(codeOf(await full.manager.portal.mutate("reports.copy", { reportId: "rpt_full_0" }))).toBe(
      "INVALID_STATE_TRANSITION",
    );
    expect(
      codeOf(await full.manager.portal.mutate("reports.delete", { reportId: "rpt_full_0", expectedRevision: 1 })),
    ).toBe("done");
    expect(codeOf(await create(full.manager))).toBe("done");
  });
});

describe("update", () => {
  test("changes the given fields and records an event with exactly that diff", async () => {
    const { id } = (await create(manager, shared)).data.report;
    const { report } = (await update(manager, id, { name: "Pipeline", description: null })).data;
    expect(report).toMatchObject({
      name: "Pipeline",
      visibility: "organization",
      apiVisible: true,
      definition: shownCaseDefinition,
      revision: 2,
    });
    const definition = {
      ...shownCaseDefinition,
      totals: true,
      columns: [{ key: "case", field: "sequenceId", label: "Number" }],
    };
    await update(manager, id, { definition: { ...definition, filters: [], parameters: [] } }, 2);
    const { events } = await readTraces(tenant, id);
    expect(events.map(({ eventType, diff }) => [eventType, Object.keys(diff as object)])).toEqual([
      ["report.created", []],
      ["report.updated", ["name"]],
      ["report.updated", ["definition"]],
    ]);
    expect(events[1]?.payload).toEqual(report);
  });

  test("of another field leaves the labels stored before today's rule", async () => {
    const definition = {
      ...shownCaseDefinition,
      columns: [{ key: "case", field: "sequenceId", label: "a\u202eb" }],
      sort: [],
    };
    const id = await createReport(tenant, { definition: definition });
    const { report } = (await update(manager, id, { name: "Renamed" })).data;
    expect(report).toMatchObject({ name: "Renamed", definition, columns: [{ label: "a\u202eb" }] });
    expect(faultsOf(await update(manager, id, { definition }, 2))).toEqual(["definition.columns.0.label"]);
  });

  test("with a stale revision is rejected, and of two concurrent updates one fails", async () => {
    const { id } = (await create(manager)).data.report;
    const codes = (await Promise.all(["A", "B"].map((name) => update(manager, id, { name })))).map(codeOf);
    expect(codes.toSorted()).toEqual(["STALE_REVISION", "done"]);
    expect(codeOf(await update(manager, id, { name: "C" }, 1))).toBe("STALE_REVISION");
  });

  test("is allowed for its owner and for report managers; a private report only for its owner", async () => {
    const ofTenant = await createReport(tenant);
    expect(codeOf(await update(paralegal, ofTenant, { name: "Mine" }))).toBe("FORBIDDEN");
    expect(codeOf(await paralegal.portal.mutate("reports.delete", { reportId: ofTenant, expectedRevision: 1 }))).toBe(
      "FORBIDDEN",
    );
    expect(codeOf(await update(manager, ofTenant, { name: "Ours" }))).toBe("done");
    const own = await createReport(tenant, { ownerMemberId: paralegal.memberId });
    expect(codeOf(await update(paralegal, own, { name: "Renamed" }))).toBe("done");
    const hidden = await createReport(tenant, {
      visibility: "private",
      apiVisible: false,
      ownerMemberId: paralegal.memberId,
    });
    expect(codeOf(await update(manager, hidden, { name: "Found" }))).toBe("NOT_FOUND");
    expect(codeOf(await manager.portal.mutate("reports.delete", { reportId: hidden, expectedRevision: 1 }))).toBe(
      "NOT_FOUND",
    );
    expect(codeOf(await update(paralegal, hidden, { name: "Mine still" }))).toBe("done");
  });

  test("lets an owner make their report private, and requires reports:manage to share it with more members", async () => {
    const own = await createReport(tenant, { ownerMemberId: paralegal.memberId });
    const { report } = (await update(paralegal, own, { visibility: "private" })).data;
    // Keys do not see what only its owner does.
    expect(report).toMatchObject({ visibility: "private", apiVisible: false });
    expect(codeOf(await update(paralegal, own, { visibility: "organization" }, 2))).toBe("FORBIDDEN");
    expect(faultsOf(await update(paralegal, own, { apiVisible: true }, 2))).toEqual(["apiVisible"]);
  });

  test("rejects hiding a report from its owner, or from the member themselves", async () => {
    const ofTenant = await createReport(tenant);
    expect(codeOf(await update(manager, ofTenant, { visibility: "private" }))).toBe("FORBIDDEN");
    expect(faultsOf(await update(manager, ofTenant, { visibility: "team", sharedWith: [paralegal.memberId] }))).toEqual(
      ["sharedWith"],
    );
    const { report } = (await update(manager, ofTenant, { visibility: "team", sharedWith: [manager.memberId] })).data;
    expect(report).toMatchObject({ visibility: "team", apiVisible: false, ownerMemberId: tenant.attorneyId });
    expect(codeOf(await read(paralegal, ofTenant))).toBe("NOT_FOUND");
    expect((await update(manager, ofTenant, { visibility: "organization" }, 2)).data.report.sharedWith).toEqual([]);
  });

  test("lets a manager share a report with a team of their own; another visibility resets it", async () => {
    const [mine, others] = [
      await createTeam(tenant, [manager.memberId]),
      await createTeam(tenant, [paralegal.memberId]),
    ];
    const id = await createReport(tenant);
    expect(faultsOf(await update(manager, id, { visibility: "team", sharedWithTeamIds: [others] }))).toEqual([
      "sharedWith",
    ]);
    expect((await update(manager, id, { visibility: "team", sharedWithTeamIds: [mine] })).data.report).toMatchObject({
      apiVisible: false,
      sharedWithTeamIds: [mine],
    });
    expect((await update(manager, id, { name: "Renamed" }, 2)).data.report.sharedWithTeamIds).toEqual([mine]);
    expect((await update(manager, id, { visibility: "organization" }, 3)).data.report.sharedWithTeamIds).toEqual([]);
  });

  test("keeps recipients deactivated since, and rejects adding deactivated members", async () => {
    const gone = await createMember(tenant);
    const id = (await create(manager, { visibility: "team", sharedWith: [gone] })).data.report.id;
    await changeRow(tenant, "Member", gone, { status: "deactivated" });
    expect((await update(manager, id, { name: "Renamed" })).data.report.sharedWith).toEqual([gone]);
    const never = await createMember(tenant, { status: "deactivated" });
    expect(faultsOf(await update(manager, id, { sharedWith: [gone, never] }, 2))).toEqual(["sharedWith.1"]);
  });

  test("requires the permissions of the data, also of the previous definition", async () => {
    const id = await createReport(tenant, {
      entity: "medical_bills",
      definition: { columns: [{ key: "id", field: "id" }] },
    });
    const blind = await signInMember(server, tenant, {
      role: "assistant",
      permissions: ["reports:view", "reports:manage", "cases:view"],
    });
    expect(codeOf(await update(blind, id, { visibility: "shared_children" }))).toBe("FORBIDDEN");
    expect(codeOf(await update(manager, id, { visibility: "shared_children" }))).toBe("done");
  });

  test.each<[string, object]>([
    ["nothing", {}],
    ["another entity", { entity: "leads", name: "x" }],
    ["an owner", { ownerMemberId: "mem_x", name: "x" }],
  ])("with %s is rejected", async (_, changes) => {
    const { id } = (await create(manager)).data.report;
    expect(codeOf(await update(manager, id, changes))).toBe("VALIDATION_FAILED");
  });

  test("of a standard report is rejected with advice to copy it; of a foreign or unknown report it fails with 404", async () => {
    const standard = await findStandard(manager);
    expect((await update(manager, standard.id, { name: "Mine" })).error).toMatchObject({
      message: expect.stringContaining("Copy"),
      data: { code: "FORBIDDEN" },
    });
    const theirs = await update(manager, await createReport(other.tenant), { name: "Mine" });
    expect(theirs.text).toBe((await update(manager, "rpt_nothing", { name: "Mine" })).text);
    expect(codeOf(theirs)).toBe("NOT_FOUND");
  });
});

describe("remove", () => {
  test("deletes a report, pauses its schedules, and notifies the members who rely on them", async () => {
    const reader = await signInMember(server, tenant, { role: "attorney" });
    const id = await createReport(tenant);
    const scheduleId = await createScheduleRow(tenant, id, { ownerMemberId: reader.memberId });
    const resting = await createScheduleRow(tenant, id, { pausedAt: new Date().toISOString(), pauseReason: "by_hand" });
    const ofAnother = await createScheduleRow(tenant, await createReport(tenant));
    const removed = await manager.portal.mutate("reports.delete", { reportId: id, expectedRevision: 1 });
    expect(removed.data).toEqual({ reportId: id, pausedSchedules: 1 });
    expect(codeOf(await read(manager, id))).toBe("NOT_FOUND");
    expect((await readTraces(tenant, id)).events).toMatchObject([
      { eventType: "report.deleted", payload: { id }, diff: {} },
    ]);
    expect((await readTraces(tenant, scheduleId)).events).toMatchObject([
      { eventType: "report_schedule.updated", payload: { pauseReason: "report_gone" } },
    ]);
    const listed = (
      await manager.portal.query<{
        schedules: { id: string; pauseReason: string | null; reportName: string | null }[];
      }>("reports.schedules.list")
    ).data.schedules;
    const reasons = Object.fromEntries(
      listed.map((schedule) => [schedule.id, [schedule.pauseReason, schedule.reportName]]),
    );
    expect(reasons).toMatchObject({
      [scheduleId]: ["report_gone", null],
      [resting]: ["by_hand", null],
      [ofAnother]: [null, "Cases by stage"],
    });
    const noticesOf = async (by: SignedInMember) =>
      (await by.portal.query<{ notifications: { kind: string; parameters: object }[] }>("notifications.list")).data
        .notifications;
    expect(await noticesOf(reader)).toMatchObject([
      { kind: "report_schedule.paused", parameters: { scheduleId, reason: "report_gone" } },
    ]);
    // It was their own act.
    expect((await noticesOf(manager)).filter(({ kind }) => kind === "report_schedule.paused")).toEqual([]);
    expect(codeOf(await manager.portal.mutate("reports.delete", { reportId: id, expectedRevision: 2 }))).toBe(
      "NOT_FOUND",
    );
  });
});
