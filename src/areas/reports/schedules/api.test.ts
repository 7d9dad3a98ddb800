import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeRow, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { PortalReply } from "../../../testing/harness/requests/portal-calls.ts";
import {
  createManagedTenant,
  createMember,
  readTraces,
  signInMember,
  type SignedInMember,
} from "../../team/fixtures.ts";
import { createTeam } from "../../team/teams/fixtures.ts";
import { clientDefinition, codeOf, createScheduleRow, farAhead, faultsOf, newSchedule } from "../fixtures.saved.ts";
import { createReport } from "../fixtures.ts";
import type { ReportSchedule } from "../schema.ts";
import type { ListedSchedule } from "../schema.portal.ts";

let server: TestServer;
let tenant: TestTenant;
/** Holds every permission. */
let manager: SignedInMember;
/** Sees reports over cases; manages none. */
let paralegal: SignedInMember;
let other: { tenant: TestTenant; manager: SignedInMember };
let reportId: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
  paralegal = await signInMember(server, tenant, { role: "paralegal" });
  other = await createManagedTenant(server);
  reportId = await createReport(tenant);
});
afterAll(() => server.close(1000));

type Saved = PortalReply<{ schedule: ReportSchedule }>;
const schedule = (by: SignedInMember, values: object = {}): Promise<Saved> =>
  by.portal.mutate("reports.schedules.create", { ...newSchedule(reportId, [manager.memberId]), ...values });
const change = (
  by: SignedInMember,
  act: "update" | "pause" | "resume" | "delete",
  scheduleId: string,
  values: object = {},
): Promise<Saved> => by.portal.mutate(`reports.schedules.${act}`, { scheduleId, expectedRevision: 1, ...values });
const list = async (by: SignedInMember, input: object = {}) =>
  (await by.portal.query<{ schedules: ListedSchedule[] }>("reports.schedules.list", input)).data.schedules;

/** The firm's clock at an instant: weekday and hour. */
const clockAt = (timeZone: string, instant: string) =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(instant));

describe("create", () => {
  test("schedules a report in the member's own name, by the firm's clock, with an event", async () => {
    const { schedule: made } = (await schedule(manager)).data;
    expect(made).toMatchObject({
      reportId,
      format: "csv",
      parameters: { stage: "intake" },
      frequency: "weekly",
      weekday: 1,
      dayOfMonth: null,
      hour: 7,
      recipientIds: [manager.memberId],
      ownerMemberId: manager.memberId,
      pausedAt: null,
      pauseReason: null,
      lastRunAt: null,
      lastExportId: null,
      revision: 1,
    });
    expect(clockAt("America/New_York", made.nextRunAt)).toBe("Mon 07:00");
    expect(Date.parse(made.nextRunAt)).toBeGreaterThan(Date.now());
    const { events, audited } = await readTraces(tenant, made.id);
    // What was typed for its parameters may name a client.
    const { parameters: _, ...shown } = made;
    expect(events.map(({ payload }) => payload)).toEqual([shown]);
    expect(events).toMatchObject([{ eventType: "report_schedule.created", diff: {} }]);
    expect(audited).toMatchObject([{ action: "reports.schedules.create" }]);
    await changeRow(tenant, "Organization", tenant.organizationId, { timezone: "America/Phoenix" });
    const { schedule: west } = (await schedule(manager)).data;
    expect(clockAt("America/Phoenix", west.nextRunAt)).toBe("Mon 07:00");
  });

  test("of a report hidden from keys writes only the audit log", async () => {
    const own = await createReport(tenant, {
      visibility: "private",
      apiVisible: false,
      ownerMemberId: manager.memberId,
    });
    const { id } = (await schedule(manager, { reportId: own })).data.schedule;
    const { events, audited } = await readTraces(tenant, id);
    expect([events.length, audited.length]).toEqual([0, 1]);
  });

  test("requires reports:manage, reports:export and the permissions of the data", async () => {
    expect(codeOf(await schedule(paralegal))).toBe("FORBIDDEN");
    const permissions = ["reports:view", "reports:manage", "cases:view"];
    const keeper = await signInMember(server, tenant, { role: "assistant", permissions });
    expect(codeOf(await schedule(keeper))).toBe("FORBIDDEN");
    const exporter = await signInMember(server, tenant, {
      role: "assistant",
      permissions: [...permissions, "reports:export"],
    });
    expect(codeOf(await schedule(exporter))).toBe("done");
    const clients = await createReport(tenant, { definition: clientDefinition });
    expect((await schedule(exporter, { reportId: clients, parameters: {} })).error?.message).toContain("clients:view");
  });

  test.each<[string, object, string[]]>([
    ["a weekly one without its day", { timing: { frequency: "weekly", hour: 7 } }, ["timing.weekday"]],
    ["a daily one with a day", { timing: { frequency: "daily", weekday: 3, hour: 7 } }, ["timing.weekday"]],
    ["a monthly one without its day", { timing: { frequency: "monthly", hour: 7 } }, ["timing.dayOfMonth"]],
    ["the 29th", { timing: { frequency: "monthly", dayOfMonth: 29, hour: 7 } }, ["timing.dayOfMonth"]],
    ["a name that turns around", { name: "a\u202eb" }, ["name"]],
    ["hour 24", { timing: { frequency: "daily", hour: 24 } }, ["timing.hour"]],
    ["an archive", { format: "zip" }, ["format"]],
    ["no recipient", { recipientIds: [] }, ["recipientIds"]],
    ["an unknown member", { recipientIds: ["mem_x"] }, ["recipientIds.0"]],
    ["a parameter that there is not", { parameters: { nothing: "x" } }, ["parameters.nothing"]],
    ["a parameter of another type", { parameters: { stage: 7 } }, ["parameters.stage"]],
  ])("rejects %s at its field", async (_, values, paths) => {
    const rejected = await schedule(manager, values);
    expect([codeOf(rejected), faultsOf(rejected)]).toEqual(["VALIDATION_FAILED", paths]);
  });

  test("accepts active members of the organization and visible reports only", async () => {
    const gone = await createMember(tenant, { status: "deactivated" });
    expect(
      faultsOf(await schedule(manager, { recipientIds: [manager.memberId, gone, other.tenant.attorneyId] })),
    ).toEqual(["recipientIds.1", "recipientIds.2"]);
    expect(faultsOf(await schedule(manager, { recipientIds: [manager.memberId, manager.memberId] }))).toEqual([
      "recipientIds",
    ]);
    for (const hidden of [
      await createReport(other.tenant),
      await createReport(tenant, { visibility: "private", apiVisible: false }),
      "rpt_nothing",
    ]) {
      expect((await schedule(manager, { reportId: hidden })).error?.message).toBe("Report not found");
    }
  });

  test("enforces the limit of 100 schedules for concurrent requests", async () => {
    const full = await createManagedTenant(server);
    const own = await createReport(full.tenant);
    await full.tenant.inside(async (transaction) => {
      const values = Array.from({ length: 99 }, (_, place) => ({
        organizationId: full.tenant.organizationId,
        id: `rsc_full_${place}`,
        reportId: own,
        name: "x",
        format: "csv",
        frequency: "daily",
        hour: 1,
        nextRunAt: farAhead,
        recipientIds: [full.tenant.attorneyId],
        ownerMemberId: full.tenant.attorneyId,
      }));
      await transaction.insertInto("ReportSchedule").values(values).execute();
    });
    const values = { reportId: own, recipientIds: [full.manager.memberId] };
    const codes = (await Promise.all([schedule(full.manager, values), schedule(full.manager, values)])).map(codeOf);
    expect(codes.toSorted()).toEqual(["INVALID_STATE_TRANSITION", "done"]);
    expect(await list(full.manager)).toHaveLength(100);
  });
});

describe("change", () => {
  test("updates the given fields, and recomputes the next run only when the timing changes", async () => {
    const id = await createScheduleRow(tenant, reportId);
    const renamed = (
      await change(manager, "update", id, { name: "Renamed", format: "xlsx", parameters: { stage: "discovery" } })
    ).data.schedule;
    expect(renamed).toMatchObject({
      name: "Renamed",
      format: "xlsx",
      parameters: { stage: "discovery" },
      nextRunAt: farAhead,
      revision: 2,
      ownerMemberId: tenant.attorneyId,
    });
    const monthly = (
      await change(manager, "update", id, {
        timing: { frequency: "monthly", dayOfMonth: 3, hour: 5 },
        expectedRevision: 2,
      })
    ).data.schedule;
    expect(monthly).toMatchObject({ frequency: "monthly", dayOfMonth: 3, weekday: null, hour: 5, revision: 3 });
    expect(Date.parse(monthly.nextRunAt)).toBeLessThan(Date.now() + 32 * 86_400_000);
    const { events } = await readTraces(tenant, id);
    expect(events.map(({ diff }) => Object.keys(diff as object).toSorted())).toEqual([
      ["format", "name"],
      ["dayOfMonth", "frequency", "hour", "nextRunAt"],
    ]);
  });

  test("pause and resume work only in the matching status", async () => {
    const id = await createScheduleRow(tenant, reportId, { ownerMemberId: manager.memberId });
    expect(codeOf(await change(manager, "resume", id))).toBe("INVALID_STATE_TRANSITION");
    const paused = (await change(manager, "pause", id)).data.schedule;
    expect(paused).toMatchObject({ pauseReason: "by_hand", pausedAt: expect.stringMatching(/Z$/), revision: 2 });
    expect(codeOf(await change(manager, "pause", id, { expectedRevision: 2 }))).toBe("INVALID_STATE_TRANSITION");
    const resumed = (await change(manager, "resume", id, { expectedRevision: 2 })).data.schedule;
    expect(resumed).toMatchObject({ pauseReason: null, pausedAt: null, revision: 3 });
    // What it missed is not made up for.
    expect(Date.parse(resumed.nextRunAt)).toBeGreaterThan(Date.now());
  });

  test("resume is rejected when the schedule would be paused again at once", async () => {
    const pausedAt = new Date().toISOString();
    const owner = await signInMember(server, tenant, { role: "attorney" });
    const mine = { ownerMemberId: owner.memberId, pausedAt, pauseReason: "by_hand" };
    const unfit = await createScheduleRow(tenant, reportId, { ...mine, parameters: { nothing: "x" } });
    expect((await change(manager, "resume", unfit)).error?.message).toContain("parameters no longer fit");
    const orphan = await createScheduleRow(tenant, "rpt_gone", mine);
    expect((await change(manager, "resume", orphan)).error?.message).toContain("was deleted");
    const sound = await createScheduleRow(tenant, reportId, mine);
    await changeRow(tenant, "Member", owner.memberId, { status: "deactivated" });
    expect((await change(manager, "resume", sound)).error).toMatchObject({
      message: expect.stringContaining("Create a new schedule"),
      data: { code: "INVALID_STATE_TRANSITION" },
    });
    expect(codeOf(await change(manager, "update", unfit, { parameters: { stage: "intake" } }))).toBe("done");
  });

  test("remove deletes it permanently", async () => {
    const id = await createScheduleRow(tenant, reportId);
    expect(
      (await manager.portal.mutate("reports.schedules.delete", { scheduleId: id, expectedRevision: 1 })).data,
    ).toEqual({ scheduleId: id });
    expect((await readTraces(tenant, id)).events).toMatchObject([
      { eventType: "report_schedule.deleted", payload: { id } },
    ]);
    expect((await list(manager)).map((listed) => listed.id)).not.toContain(id);
    expect(codeOf(await change(manager, "resume", id, { expectedRevision: 2 }))).toBe("NOT_FOUND");
  });

  test("of two concurrent changes one fails as stale", async () => {
    const id = await createScheduleRow(tenant, reportId);
    const codes = (await Promise.all([change(manager, "pause", id), change(manager, "update", id, { name: "B" })])).map(
      codeOf,
    );
    expect(codes.toSorted()).toEqual(["STALE_REVISION", "done"]);
  });

  test.each(["update", "pause", "resume", "delete"] as const)(
    "%s requires reports:manage, a schedule of this organization and a visible report",
    async (act) => {
      const values = act === "update" ? { name: "Changed" } : {};
      const id = await createScheduleRow(
        tenant,
        reportId,
        act === "resume" ? { pausedAt: new Date().toISOString(), pauseReason: "by_hand" } : {},
      );
      expect(codeOf(await change(paralegal, act, id, values))).toBe("FORBIDDEN");
      expect(codeOf(await change(manager, act, id, { ...values, expectedRevision: 7 }))).toBe("STALE_REVISION");
      const hidden = await createReport(tenant, { visibility: "private", apiVisible: false });
      const unseen = await change(manager, act, await createScheduleRow(tenant, hidden), values);
      const foreign = await change(
        manager,
        act,
        await createScheduleRow(other.tenant, await createReport(other.tenant)),
        values,
      );
      const unknown = await change(manager, act, "rsc_nothing", values);
      expect([unseen.text, foreign.text]).toEqual([unknown.text, unknown.text]);
      expect(codeOf(unknown)).toBe("NOT_FOUND");
    },
  );
});

describe("list", () => {
  test("shows schedules of visible reports and the member's own, by next run, paused ones last", async () => {
    const own = await createManagedTenant(server);
    const reader = await signInMember(server, own.tenant, { role: "paralegal" });
    const open = await createReport(own.tenant);
    const team = await createReport(own.tenant, {
      visibility: "team",
      apiVisible: false,
      sharedWith: [reader.memberId],
    });
    const ofTeams = await createReport(own.tenant, {
      visibility: "team",
      apiVisible: false,
      sharedWithTeamIds: [await createTeam(own.tenant, [reader.memberId])],
    });
    const closed = await createReport(own.tenant, { visibility: "private", apiVisible: false });
    const later = await createScheduleRow(own.tenant, open, { nextRunAt: "2999-01-02T00:00:00.000Z" });
    const sooner = await createScheduleRow(own.tenant, open);
    const paused = await createScheduleRow(own.tenant, open, {
      pausedAt: new Date().toISOString(),
      pauseReason: "by_hand",
    });
    const ofTeam = await createScheduleRow(own.tenant, team, { nextRunAt: "2999-01-03T00:00:00.000Z" });
    const standard = await createScheduleRow(own.tenant, "std_pipeline_gone", {
      nextRunAt: "2999-01-04T00:00:00.000Z",
    });
    const ofWholeTeam = await createScheduleRow(own.tenant, ofTeams, { nextRunAt: "2999-01-03T01:00:00.000Z" });
    const hidden = await createScheduleRow(own.tenant, closed, { nextRunAt: "2999-01-05T00:00:00.000Z" });
    const ids = async (by: SignedInMember, input: object = {}) => (await list(by, input)).map(({ id }) => id);
    expect(await ids(reader)).toEqual([sooner, later, ofTeam, ofWholeTeam, standard, paused]);
    expect(await ids(own.manager)).toEqual([sooner, later, standard, paused]);
    expect(await ids(reader, { reportId: team })).toEqual([ofTeam]);
    expect(await ids(reader, { reportId: closed })).toEqual([]);
    const [first, , , , gone] = await list(reader);
    expect([first?.reportName, first?.ownerName, gone?.reportName]).toEqual(["Cases by stage", "Ada Counsel", null]);
    await changeRow(own.tenant, "Report", closed, { ownerMemberId: reader.memberId });
    expect(await ids(reader, { reportId: closed })).toEqual([hidden]);
  });
  test("shows parameters only to members with the permissions of the report's data, also in responses to changes", async () => {
    const own = await createManagedTenant(server);
    const keeper = await signInMember(server, own.tenant, {
      role: "assistant",
      permissions: ["reports:view", "reports:manage"],
    });
    const owned = { ownerMemberId: own.manager.memberId, parameters: { stage: "intake" } };
    const open = await createReport(own.tenant);
    const id = await createScheduleRow(own.tenant, open, owned);
    const gone = await createScheduleRow(own.tenant, "rpt_gone", owned);
    const shown = async (by: SignedInMember) =>
      new Map((await list(by)).map((listed) => [listed.id, listed.parameters]));
    expect([...(await shown(own.manager))]).toEqual([
      [id, { stage: "intake" }],
      [gone, null],
    ]);
    expect([...(await shown(keeper))]).toEqual([
      [id, null],
      [gone, null],
    ]);
    for (const [place, act] of (["pause", "resume", "update"] as const).entries()) {
      const values = act === "update" ? { name: "Renamed" } : {};
      expect((await change(keeper, act, id, { ...values, expectedRevision: place + 1 })).data.schedule).toMatchObject({
        parameters: null,
        revision: place + 2,
      });
    }
    // What he is not shown stays as it is.
    expect((await shown(own.manager)).get(id)).toEqual({ stage: "intake" });
  });
});
