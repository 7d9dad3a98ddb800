import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { readEvents } from "../../testing/harness/traces.ts";

/** The two dates of a case: statute of limitations and last client contact. */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const days = { statuteOfLimitationsOn: "2031-02-28", lastClientContactOn: "2026-03-11" };
const none = { statuteOfLimitationsOn: null, lastClientContactOn: null };

function readCase({ status, text, body }: Reply): Record<string, unknown> {
  expect([200, 201], text).toContain(status);
  return readRecord(body, "case");
}

async function openTenant(timezone?: string) {
  const tenant = await createTenant(server.services.database);
  if (timezone !== undefined) await move(tenant, timezone);
  const api = openApi(server, tenant.secret);
  return {
    tenant,
    get: (caseId: string) => api.get(`/cases/${caseId}`),
    create: async (body: object) =>
      api.change("POST", "/cases", { caseType: "dog_bite", plaintiffId: (await createCase(tenant)).clientId, ...body }),
    patch: (caseId: string, body: object) => api.change("PATCH", `/cases/${caseId}`, body),
  };
}

const move = ({ inside, organizationId }: TestTenant, timezone: string) =>
  inside((transaction) =>
    transaction.updateTable("Organization").set({ timezone }).where("id", "=", organizationId).execute(),
  );

test("a new case accepts both dates or neither", async () => {
  const { create, get } = await openTenant();
  const made = readCase(await create(days));
  expect(made).toMatchObject(days);
  expect(readCase(await get(String(made["id"])))).toEqual(made);
  expect(readCase(await create({}))).toMatchObject(none);
});

test("the last contact can be set and cleared, and the event has the old and new values", async () => {
  const { tenant, patch } = await openTenant();
  const { caseId } = await createCase(tenant);
  const { lastClientContactOn } = days;
  for (const value of [lastClientContactOn, null])
    expect(readCase(await patch(caseId, { lastClientContactOn: value }))).toMatchObject({ lastClientContactOn: value });
  const changed = (await readEvents(tenant)).filter(({ eventType }) => eventType === "case.updated");
  const diffs = changed.map(({ diff }) =>
    Object.fromEntries(Object.entries(diff as object).filter(([field]) => field !== "updatedAt")),
  );
  expect(diffs).toEqual([
    { lastClientContactOn: { from: null, to: lastClientContactOn } },
    { lastClientContactOn: { from: lastClientContactOn, to: null } },
  ]);
});

describe("the last client contact must not be in the future", () => {
  /** The day that it is now, so many hours east of Greenwich. */
  const dayAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);

  test("uses the firm's own day: today in Kiritimati is tomorrow in Pago Pago", async () => {
    const [east, west] = [await openTenant("Pacific/Kiritimati"), await openTenant("Pacific/Pago_Pago")];
    const lastClientContactOn = dayAt(14);
    expect(readCase(await east.create({ lastClientContactOn }))).toMatchObject({ lastClientContactOn });
    const rejection = [
      400,
      { success: false, code: "VALIDATION_FAILED", error: "lastClientContactOn: must not be in the future" },
    ];
    const fromCreation = await west.create({ lastClientContactOn });
    expect([fromCreation.status, fromCreation.body]).toEqual(rejection);
    const { caseId } = await createCase(west.tenant);
    const fromChange = await west.patch(caseId, { lastClientContactOn });
    expect([fromChange.status, fromChange.body]).toEqual(rejection);
    expect(readCase(await west.get(caseId))).toMatchObject(none);
    expect(readCase(await west.patch(caseId, { lastClientContactOn: dayAt(-11) }))).toMatchObject({
      lastClientContactOn: dayAt(-11),
    });
  });
});

describe("the statute of limitations follows from deadlines", () => {
  const rejected = [
    409,
    {
      success: false,
      code: "INVALID_STATE_TRANSITION",
      error:
        "statuteOfLimitationsOn follows from the case's statutes of limitations; use POST /cases/{caseId}/deadlines",
    },
  ];

  test.each([
    { statuteOfLimitationsOn: null },
    { statuteOfLimitationsOn: "2031-03-01" },
    { statuteOfLimitationsOn: "2031-02-27", reason: "Tolled" },
  ])("%j is rejected and changes nothing", async (body) => {
    const { tenant, get, patch } = await openTenant();
    const { caseId } = await createCase(tenant, days);
    const before = readCase(await get(caseId));
    const reply = await patch(caseId, { ...body, title: "Renamed" });
    expect([reply.status, reply.body]).toEqual(rejected);
    expect(readCase(await get(caseId))).toEqual(before);
    expect(await readEvents(tenant)).toEqual([]);
  });

  test("the value that the case has is accepted, with or without a reason", async () => {
    const { tenant, patch } = await openTenant();
    const { caseId } = await createCase(tenant, days);
    const { statuteOfLimitationsOn } = days;
    expect(readCase(await patch(caseId, { statuteOfLimitationsOn }))).toMatchObject(days);
    expect(
      readCase(await patch(caseId, { statuteOfLimitationsOn, reason: "As read", title: "Renamed" })),
    ).toMatchObject({ ...days, title: "Renamed" });
    expect(readCase(await patch((await createCase(tenant)).caseId, { statuteOfLimitationsOn: null }))).toMatchObject(
      none,
    );
  });

  test.each([
    [{ title: "Renamed", reason: "Tolled" }, "reason: allowed only with statuteOfLimitationsOn"],
    [{ reason: "Tolled" }, "body: must change at least one field"],
    [{ statuteOfLimitationsOn: days.statuteOfLimitationsOn, reason: " " }, "reason: must not be blank"],
  ])("%j is rejected", async (body, error) => {
    const { tenant, patch } = await openTenant();
    const reply = await patch((await createCase(tenant, days)).caseId, body);
    expect([reply.status, reply.body["code"], reply.body["error"]]).toEqual([
      400,
      "VALIDATION_FAILED",
      expect.stringContaining(error),
    ]);
  });
});

test.each([
  ["statuteOfLimitationsOn", "2027-02-29"],
  ["statuteOfLimitationsOn", "2027-02-01T00:00:00Z"],
  ["lastClientContactOn", 20_260_311],
])("%s of %s is not a valid date", async (field, value) => {
  const { tenant, patch } = await openTenant();
  const reply = await patch((await createCase(tenant)).caseId, { [field]: value });
  expect([reply.status, reply.body["code"], reply.body["error"]]).toEqual([
    400,
    "VALIDATION_FAILED",
    expect.stringContaining(field),
  ]);
});
