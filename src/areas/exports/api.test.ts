import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forbiddenMessage } from "../../contract/errors/error-codes.ts";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { createCase, createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { createReport } from "../reports/fixtures.ts";
import { createMember, readTraces, signInMember } from "../team/fixtures.ts";
import { createTeam } from "../team/teams/fixtures.ts";
import { insertCompleted, insertExport } from "./fixtures.ts";
import type { Export } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  // Nothing is made here: what is requested stays queued.
  server = await startOwnServer({ worker: "none" });
});
afterAll(() => server.close(1_000));
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});

const shown = ({ body }: Reply) => body["export"] as Export;
const idsIn = ({ body }: Reply) => (body["exports"] as Export[]).map(({ id }) => id);
const keyWith = async (...scopes: string[]) =>
  openApi(server, (await createKey(tenant, { scopes: ["exports:write", ...scopes] })).secret);

function expectRejected(reply: Reply, status: number, message: string | RegExp): void {
  expect([reply.status, reply.body["error"]]).toEqual([
    status,
    typeof message === "string" ? message : expect.stringMatching(message),
  ]);
}

describe("creating an export", () => {
  test.each<[string, object, Partial<Export>]>([
    [
      "cases",
      { type: "cases", format: "xlsx", matterStage: "intake" },
      {
        format: "xlsx",
        filters: { matterStage: "intake" },
        dataPermissions: ["cases:read", "clients:read"],
        fileName: expect.stringMatching(/^cases-\d{4}-\d\d-\d\d\.xlsx$/) as string,
      },
    ],
    [
      "audit log",
      { type: "audit_log", format: "ndjson", from: "2026-01-01", to: "2026-01-01" },
      { dataPermissions: ["org:manage"], filters: { from: "2026-01-01", to: "2026-01-01" } },
    ],
    [
      "trust ledgers",
      { type: "trust_ledger", format: "xlsx", to: "2026-01-31" },
      { dataPermissions: ["trust:read"], filters: { to: "2026-01-31" } },
    ],
    [
      "the whole organization",
      { type: "full_organization" },
      {
        format: "zip",
        filters: { files: false },
        dataPermissions: expect.arrayContaining(["org:manage", "medical:read", "billing:read"]) as string[],
      },
    ],
  ])("%s: is queued with its job and required permissions", async (_, body, expected) => {
    const reply = await api.change("POST", "/exports", body);
    expect([reply.status, reply.headers.location]).toEqual([201, `/api/v1/exports/${shown(reply).id}`]);
    expect(shown(reply)).toMatchObject({
      status: "queued",
      progress: 0,
      downloadUrl: null,
      requestedBy: { type: "integration_key", id: tenant.keyId },
      revision: 1,
      ...expected,
    });
    const { rows } = await server.services.database.pool.query(
      "SELECT data, group_id FROM pgboss.job WHERE name = 'exports' AND data->>'exportId' = $1",
      [shown(reply).id],
    );
    expect(rows).toEqual([
      { data: { organizationId: tenant.organizationId, exportId: shown(reply).id }, group_id: tenant.organizationId },
    ]);
  });

  test("a case file names its case and client; a report export is named after the report", async () => {
    const { caseId, clientId } = await createCase(tenant);
    const ofCase = shown(
      await api.change("POST", "/exports", { type: "case_file", caseId, include: ["records", "ledger"] }),
    );
    expect(ofCase).toMatchObject({
      format: "zip",
      filters: { caseId, include: ["records", "ledger"], files: true },
      dataPermissions: ["cases:read", "billing:read"],
    });
    const events = await tenant.inside((transaction) =>
      transaction.selectFrom("Event").select("relatedIds").where("entityId", "=", ofCase.id).execute(),
    );
    expect(events).toEqual([
      {
        relatedIds: [
          { entity: "export", id: ofCase.id },
          { entity: "case", id: caseId },
          { entity: "client", id: clientId },
        ],
      },
    ]);
    const reportId = await createReport(tenant, { name: "Fälle & Kosten / 2026" });
    const ofReport = shown(
      await api.change("POST", "/exports", {
        type: "report",
        format: "csv",
        reportId,
        parameters: { stage: "intake" },
      }),
    );
    expect(ofReport).toMatchObject({
      filters: { reportId, parameters: { stage: "intake" } },
      dataPermissions: ["cases:read"],
      fileName: expect.stringMatching(/^falle-kosten-2026-\d{4}-\d\d-\d\d\.csv$/),
    });
  });

  test.each<[string, object, RegExp]>([
    ["no type", { format: "csv" }, /^type: required, one of report, cases/],
    [
      "a member of another type",
      { type: "cases", format: "csv", reportId: "rpt_1" },
      /^reportId: is not allowed for this type$/,
    ],
    ["no format", { type: "cases" }, /^format: required, one of csv, xlsx, ndjson$/],
    ["a format of other types", { type: "cases", format: "zip" }, /^format: must be one of csv, xlsx, ndjson$/],
    [
      "a byte order mark of a workbook",
      { type: "cases", format: "xlsx", byteOrderMark: true },
      /^byteOrderMark: is allowed for csv alone$/,
    ],
    ["an archive as a table", { type: "full_organization", format: "csv" }, /^format: must be one of zip$/],
    ["a report without its id", { type: "report", format: "csv" }, /^reportId: required$/],
    [
      "an unknown part",
      { type: "case_file", caseId: "x", include: ["secrets"] },
      /^include\.0: must be one of records/,
    ],
    [
      "a span that ends before it begins",
      { type: "audit_log", format: "csv", from: "2026-02-01", to: "2026-01-01" },
      /^to: must not be before from$/,
    ],
    ["something that there is not", { type: "cases", format: "csv", q: "Diaz" }, /^q: unknown property$/],
  ])("rejects %s", async (_, body, message) =>
    expectRejected(await api.change("POST", "/exports", body), 400, message),
  );

  test("rejects invalid report parameters at once", async () => {
    const reportId = await createReport(tenant);
    expectRejected(
      await api.change("POST", "/exports", { type: "report", format: "csv", reportId, parameters: { nothing: 1 } }),
      400,
      /^parameters\.nothing: /,
    );
  });

  test("requires the scopes of the file's data, checked before any lookup", async () => {
    const { caseId } = await createCase(tenant);
    const reader = await keyWith("cases:read");
    expectRejected(await reader.change("POST", "/exports", { type: "cases", format: "csv" }), 403, forbiddenMessage);
    expectRejected(
      await reader.change("POST", "/exports", { type: "audit_log", format: "csv" }),
      403,
      forbiddenMessage,
    );
    expectRejected(await reader.change("POST", "/exports", { type: "clients", format: "csv" }), 403, forbiddenMessage);
    expectRejected(await reader.change("POST", "/exports", { type: "contacts", format: "csv" }), 403, forbiddenMessage);
    expectRejected(
      await reader.change("POST", "/exports", { type: "case_file", caseId: "nobody's" }),
      403,
      forbiddenMessage,
    );
    expectRejected(await reader.change("POST", "/exports", { type: "full_organization" }), 403, forbiddenMessage);
    expect(
      (await reader.change("POST", "/exports", { type: "case_file", caseId, include: ["records", "activity"] })).status,
    ).toBe(201);
    const reportId = await createReport(tenant, {
      definition: { columns: [{ key: "who", field: "clientName" }] },
    });
    expectRejected(
      await reader.change("POST", "/exports", { type: "report", format: "csv", reportId }),
      403,
      forbiddenMessage,
    );
  });

  test("returns 404 for unknown records and those of another organization", async () => {
    const other = await createTenant(server.services.database);
    const { caseId } = await createCase(other);
    expectRejected(await api.change("POST", "/exports", { type: "case_file", caseId }), 404, "Case not found");
    expectRejected(
      await api.change("POST", "/exports", { type: "report", format: "csv", reportId: await createReport(other) }),
      404,
      "Report not found",
    );
    expectRejected(
      await api.change("POST", "/exports", {
        type: "report",
        format: "csv",
        reportId: await createReport(tenant, { apiVisible: false }),
      }),
      404,
      "Report not found",
    );
  });

  test("allows ten open exports per organization, also for concurrent requests", async () => {
    const replies = await Promise.all(
      Array.from({ length: 13 }, () => api.change("POST", "/exports", { type: "cases", format: "csv" })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(201), 429, 429, 429]);
    const late = await api.change("POST", "/exports", { type: "cases", format: "csv" });
    expect([late.body["code"], late.headers["retry-after"]]).toEqual(["RATE_LIMITED", "30"]);
    const first = replies.find(({ status }) => status === 201) as Reply;
    await api.change("POST", `/exports/${shown(first).id}/cancel`, {});
    expect((await api.change("POST", "/exports", { type: "cases", format: "csv" })).status).toBe(201);
  });

  test("returns the same export for a retry with the same idempotency key", async () => {
    const headers = { "X-Idempotency-Key": "nightly-2026-03-14" };
    const [first, second] = [
      await api.change("POST", "/exports", { type: "cases", format: "csv" }, headers),
      await api.change("POST", "/exports", { type: "cases", format: "csv" }, headers),
    ];
    expect([second.status, second.text, second.headers["idempotent-replayed"]]).toEqual([201, first.text, "true"]);
    expect(idsIn(await api.get("/exports"))).toEqual([shown(first).id]);
  });
});

describe("access to exports", () => {
  test("a key sees exports requested by keys whose data its scopes allow", async () => {
    const memberId = await createMember(tenant);
    const cases = await insertExport(tenant, { dataPermissions: ["cases:read"] });
    const audit = await insertExport(tenant, { dataPermissions: ["org:manage"] });
    const member = await insertExport(tenant, { keyId: null, memberId, dataPermissions: [] });
    const foreign = await insertExport(await createTenant(server.services.database));
    const reader = await keyWith("cases:read");
    expect(idsIn(await reader.get("/exports?sort=oldest"))).toEqual([cases]);
    expect(idsIn(await api.get("/exports?sort=oldest"))).toEqual([cases, audit]);
    for (const id of [audit, member, foreign, "exp_nobodys"]) {
      expectRejected(await reader.get(`/exports/${id}`), 404, "Export not found");
      expectRejected(await reader.get(`/exports/${id}/download`), 404, "Export not found");
      expectRejected(await reader.change("POST", `/exports/${id}/cancel`, {}), 404, "Export not found");
      expectRejected(await reader.change("DELETE", `/exports/${id}`), 404, "Export not found");
    }
  });

  test("reports:read can list and read exports but not download them", async () => {
    const id = await insertCompleted(tenant, { dataPermissions: ["cases:read"] });
    const { secret } = await createKey(tenant, { scopes: ["reports:read", "cases:read"] });
    const reader = openApi(server, secret);
    expect(idsIn(await reader.get("/exports"))).toEqual([id]);
    expect(shown(await reader.get(`/exports/${id}`))).toMatchObject({ id, status: "completed", downloadUrl: null });
    expectRejected(await reader.get(`/exports/${id}/download`), 403, forbiddenMessage);
  });

  test("a member sees their own exports and those scheduled for them; a report manager sees all whose data they can read", async () => {
    const [billing, manager, clerk] = [
      await signInMember(server, tenant, { role: "billing" }),
      await signInMember(server, tenant, { role: "attorney" }),
      await signInMember(server, tenant),
    ];
    const schedule = {
      organizationId: tenant.organizationId,
      id: "rsc_x",
      reportId: "std_x",
      name: "Monday",
      format: "csv",
      frequency: "daily",
      hour: 7,
      nextRunAt: new Date().toISOString(),
      recipientIds: [billing.memberId, clerk.memberId],
      ownerMemberId: manager.memberId,
    };
    await tenant.inside((transaction) => transaction.insertInto("ReportSchedule").values(schedule).execute());
    const ofKey = await insertExport(tenant, { dataPermissions: ["cases:read"] });
    const audit = await insertExport(tenant, { dataPermissions: ["org:manage"] });
    const made = await insertExport(tenant, {
      keyId: null,
      memberId: manager.memberId,
      scheduleId: "rsc_x",
      dataPermissions: ["cases:read"],
    });
    const own = (await billing.portal.mutate<{ export: Export }>("exports.create", { type: "cases", format: "csv" }))
      .data.export;
    const listFor = async ({ portal }: typeof billing) =>
      (await portal.query<{ exports: Export[] }>("exports.list", { sort: "oldest" })).data.exports.map(({ id }) => id);
    expect(await listFor(billing)).toEqual([made, own.id]);
    expect(await listFor(manager)).toEqual([ofKey, made, own.id]);
    // A recipient who may not export sees nothing.
    expect(await listFor(clerk)).toEqual([]);
    expect((await billing.portal.query("exports.get", { exportId: ofKey })).error?.message).toBe("Export not found");
    expect((await manager.portal.query("exports.get", { exportId: audit })).error?.message).toBe("Export not found");
    expect((await clerk.portal.mutate("exports.create", { type: "cases", format: "csv" })).error?.data.code).toBe(
      "FORBIDDEN",
    );
    expect(
      (await billing.portal.mutate("exports.create", { type: "audit_log", format: "csv" })).error?.message,
    ).toMatch(/audit:read/);
  });

  describe("an export of a report", () => {
    test.each<["private" | "team" | "organization", boolean]>([
      ["private", false],
      ["team", false],
      ["organization", true],
    ])("that is %s: visible to another report manager: %j", async (visibility, isSeen) => {
      const [owner, colleague, other] = [
        await signInMember(server, tenant, { role: "attorney" }),
        await signInMember(server, tenant, { role: "attorney" }),
        await signInMember(server, tenant, { role: "attorney" }),
      ];
      const teammate = await signInMember(server, tenant, { role: "attorney" });
      const sharing =
        visibility === "team"
          ? { sharedWith: [colleague.memberId], sharedWithTeamIds: [await createTeam(tenant, [teammate.memberId])] }
          : {};
      const reportId = await createReport(tenant, {
        ownerMemberId: owner.memberId,
        visibility,
        apiVisible: visibility === "organization",
        ...sharing,
      });
      const requested = {
        type: "report",
        keyId: null,
        memberId: colleague.memberId,
        request: { reportId, parameters: {} },
        dataPermissions: ["cases:read"],
      };
      const exportId = await insertCompleted(tenant, requested);
      const seenBy = async ({ portal }: typeof owner) => [
        (await portal.query<{ exports: Export[] }>("exports.list")).data.exports.length,
        (await portal.query("exports.download", { exportId })).status,
      ];
      // The requester and the report's owner see it in any case.
      expect([await seenBy(colleague), await seenBy(owner)]).toEqual([
        [1, 200],
        [1, 200],
      ]);
      expect(await seenBy(other)).toEqual(isSeen ? [1, 200] : [0, 404]);
      expect(await seenBy(teammate)).toEqual(visibility === "private" ? [0, 404] : [1, 200]);
      expect((await other.portal.mutate("exports.delete", { exportId })).status).toBe(isSeen ? 200 : 404);
    });
  });

  test("a recipient of a schedule cannot cancel or delete its export, and sees its parameters only with the data's permissions", async () => {
    const [owner, recipient, manager] = [
      await signInMember(server, tenant, { role: "attorney" }),
      await signInMember(server, tenant, { role: "assistant", permissions: ["reports:export"] }),
      await signInMember(server, tenant, { role: "attorney" }),
    ];
    const schedule = {
      organizationId: tenant.organizationId,
      id: "rsc_y",
      reportId: "std_y",
      name: "Monday",
      format: "csv",
      frequency: "daily",
      hour: 7,
      nextRunAt: new Date().toISOString(),
      recipientIds: [recipient.memberId],
      ownerMemberId: owner.memberId,
    };
    await tenant.inside((transaction) => transaction.insertInto("ReportSchedule").values(schedule).execute());
    const request = { reportId: "std_y", parameters: { client: "Rosa Diaz" } };
    const made = {
      type: "report",
      keyId: null,
      memberId: owner.memberId,
      scheduleId: "rsc_y",
      dataPermissions: ["medical:read"],
      request: request,
    };
    const [completed, queued] = [await insertCompleted(tenant, made), await insertExport(tenant, made)];
    const filtersFor = async ({ portal }: typeof owner) => {
      const listed = (await portal.query<{ exports: Export[] }>("exports.list")).data.exports.map(
        ({ filters }) => filters,
      );
      return [
        ...listed,
        (await portal.query<{ export: Export }>("exports.get", { exportId: completed })).data.export.filters,
      ];
    };
    expect(await filtersFor(recipient)).toEqual([1, 2, 3].map(() => ({ reportId: "std_y" })));
    expect(await filtersFor(owner)).toEqual([1, 2, 3].map(() => request));
    for (const [act, exportId] of [
      ["delete", completed],
      ["cancel", queued],
    ] as const) {
      const { status, error } = await recipient.portal.mutate(`exports.${act}`, { exportId });
      expect([status, error?.message]).toEqual([403, expect.stringMatching(/^Others receive this file too/)]);
      expect((await manager.portal.mutate(`exports.${act}`, { exportId })).status).toBe(200);
    }
  });

  test("filters and sorts", async () => {
    const at = (minute: number) => ({
      createdAt: `2026-03-14T15:0${minute}:00.000Z`,
      updatedAt: `2026-03-14T15:0${minute}:00.000Z`,
    });
    const first = await insertExport(tenant, { ...at(1), updatedAt: "2026-03-14T15:04:00.000Z" });
    const second = await insertCompleted(tenant, { type: "audit_log", ...at(2) });
    const third = await insertExport(tenant, { status: "cancelled", ...at(3) });
    expect(idsIn(await api.get("/exports"))).toEqual([third, second, first]);
    expect(idsIn(await api.get("/exports?sort=updated"))).toEqual([second, third, first]);
    expect(idsIn(await api.get("/exports?status=completed"))).toEqual([second]);
    expect(idsIn(await api.get("/exports?type=cases&limit=1"))).toEqual([third]);
    const page = await api.get("/exports?limit=2");
    expect(idsIn(await api.get(`/exports?limit=2&after=${String(page.body["nextCursor"])}`))).toEqual([first]);
  });
});

describe("canceling and deleting", () => {
  test.each(["queued", "running"])(
    "an export that is %s can be canceled, and cannot be deleted before",
    async (status) => {
      const id = await insertExport(tenant, { status });
      expectRejected(
        await api.change("DELETE", `/exports/${id}`),
        409,
        `The export is ${status}: cancel it first, with POST /exports/{exportId}/cancel`,
      );
      expect(shown(await api.change("POST", `/exports/${id}/cancel`, {}))).toMatchObject({
        status: "cancelled",
        finishedAt: expect.any(String),
        revision: 2,
      });
      expect((await api.change("DELETE", `/exports/${id}`)).status).toBe(200);
      expectRejected(await api.get(`/exports/${id}`), 404, "Export not found");
      expect((await readTraces(tenant, id)).events.map(({ eventType }) => eventType)).toEqual([
        "export.cancelled",
        "export.deleted",
      ]);
    },
  );

  test.each(["completed", "failed", "cancelled", "expired"])(
    "an export that is %s cannot be canceled",
    async (status) => {
      const id = await insertCompleted(tenant, { status });
      expectRejected(
        await api.change("POST", `/exports/${id}/cancel`, {}),
        409,
        `The export is ${status}: only a queued or running export can be cancelled`,
      );
    },
  );

  test("a stale If-Match is rejected by both", async () => {
    const id = await insertExport(tenant);
    const stale = { "If-Match": '"7"' };
    expect((await api.change("POST", `/exports/${id}/cancel`, {}, stale)).body["code"]).toBe("STALE_REVISION");
    expect((await api.change("POST", `/exports/${id}/cancel`, {}, { "If-Match": '"1"' })).status).toBe(200);
    expect((await api.change("DELETE", `/exports/${id}`, undefined, stale)).body["code"]).toBe("STALE_REVISION");
  });
});
